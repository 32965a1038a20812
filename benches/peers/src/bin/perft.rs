//! Peers: bulk-counting perft of cozy-chess and of shakmaty.
//!
//! `perft cozy|shakmaty DEPTH FEN` prints `nodes seconds`.

use std::{env, error::Error, time::Instant};

use shakmaty::{CastlingMode, Chess, fen::Fen};

/// Leaves at `depth`, the last ply counted and not made.
fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => return 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for played in moves {
                    let mut next = board.clone();
                    next.play_unchecked(played);
                    nodes += cozy(&next, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, engine, depth, fen] = arguments.as_slice() else {
        return Err("usage: perft cozy|shakmaty DEPTH FEN".into());
    };
    let depth: u32 = depth.parse()?;
    let (nodes, seconds) = match engine.as_str() {
        "cozy" => {
            let board: cozy_chess::Board = fen.parse().map_err(|error| format!("{error:?}"))?;
            let start = Instant::now();
            (cozy(&board, depth), start.elapsed().as_secs_f64())
        }
        "shakmaty" => {
            let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
            let start = Instant::now();
            (shakmaty::perft(&position, depth), start.elapsed().as_secs_f64())
        }
        other => return Err(format!("no such peer: {other}").into()),
    };
    println!("nodes={nodes} seconds={seconds:.6}");
    Ok(())
}
