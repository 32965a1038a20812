//! A compressed file gives the dataset of its text, however it is cut into frames and whatever is said of them.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::fs;

use program::{Folder, assert_balanced, rows};
use serde_json::Value;

/// Games whose lengths vary, so that frames end anywhere in them.
fn text() -> Vec<u8> {
    let game = |number: usize| {
        let comment = "x".repeat(number * 31 % 900);
        format!("[Event \"{number}\"]\n[Site \"s\"]\n\n1. e4 {{{comment}}} e5 2. Nf3 [Event *\n\n")
    };
    (0..6_000).map(game).collect::<String>().into_bytes()
}

fn frame(text: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(text, 1).unwrap()
}

/// As pzstd writes it: each frame behind its length, which may be a lie.
fn announced(text: &[u8], lie: u32) -> Vec<u8> {
    let frame = frame(text);
    let mut bytes = vec![0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];
    bytes.extend((frame.len() as u32).wrapping_add(lie).to_le_bytes());
    bytes.extend(frame);
    bytes
}

/// Audits a file and gives its part and its line in the manifest. The name is always the same, for it is in every row.
fn audited(stored: &[u8], threads: &str) -> (Vec<u8>, Value) {
    let folder = Folder::new();
    folder.write("games.pgn", stored);
    let (ran, manifest) = folder.audit(&["games.pgn", "-j", threads]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_balanced(&manifest);
    (fs::read(folder.path("out/games/part-00000.parquet")).unwrap(), manifest["inputs"][0].clone())
}

#[test]
fn any_frames_give_the_dataset_of_the_plain_text() {
    let text = text();
    let (plain, input) = audited(&text, "2");
    assert_eq!(input["games"], 6_000);
    let pzstd =
        |size: usize, lie| text.chunks(size).flat_map(|part| announced(part, lie)).collect::<Vec<_>>();
    let mut mixture = announced(&text[..100_000], 0);
    mixture.extend(frame(&text[100_000..100_001]));
    mixture.extend([0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    mixture.extend(frame(b""));
    mixture.extend(frame(&text[100_001..900_000]));
    mixture.extend(announced(&text[900_000..], 0));
    for (what, stored) in [
        ("one frame", frame(&text)),
        ("frames of a megabyte", pzstd(1 << 20, 0)),
        ("frames of some games", pzstd(10_007, 0)),
        ("frames of some bytes", pzstd(97, 0)),
        ("lengths too small", pzstd(50_021, 5u32.wrapping_neg())),
        ("lengths too great", pzstd(50_021, 1_000_000)),
        ("a mixture", mixture),
    ] {
        for threads in ["1", "2"] {
            let (part, input) = audited(&stored, threads);
            assert!(part == plain, "{what}, {threads} threads");
            assert_eq!(input["compression"], "zstd", "{what}");
            assert_eq!(
                (&input["bytes"], &input["stored_bytes"]),
                (&text.len().into(), &stored.len().into()),
                "{what}"
            );
        }
    }
}

#[test]
fn many_frames_that_decompress_far_give_the_dataset_of_the_plain_text() {
    // 40 MB in 20 frames of a few stored kilobytes: each goes on in several steps, and so do those behind it.
    let games = "[Event \"a\"]\n\n1. e4 {a comment that is the same in every game} e5 *\n\n".repeat(8);
    let part = [games.as_bytes(), &b"\n".repeat(1_000_000)].concat().repeat(2);
    let (plain, input) = audited(&part.repeat(20), "2");
    assert_eq!(input["games"], 20 * 16);
    let stored = announced(&part, 0).repeat(20);
    assert!(stored.len() < 20_000, "{}", stored.len());
    for threads in ["1", "2"] {
        let (part, input) = audited(&stored, threads);
        assert!(part == plain, "{threads} threads");
        assert_eq!(input["stored_bytes"], stored.len());
    }
}

#[test]
fn a_frame_that_holds_more_than_a_share_goes_on_in_another_step() {
    // A few stored kilobytes stand for 200 MB of blanks between two games.
    let mut text = b"[Event \"a\"]\n\n1. e4 *\n\n".to_vec();
    text.resize(200_000_000, b'\n');
    text.extend(b"[Event \"b\"]\n\n1. d4 *\n\n");
    let mut stored = frame(&text);
    stored.extend(frame(b"[Event \"c\"]\n\n1. c4 *\n\n"));
    let (_, input) = audited(&stored, "2");
    assert_eq!((&input["games"], &input["bytes"]), (&3.into(), &(text.len() + 22).into()));
}

#[test]
fn a_fault_in_a_later_frame_keeps_the_games_before_it() {
    let text = text();
    let parts: Vec<_> = text.chunks(200_000).map(|part| announced(part, 0)).collect();
    let before: usize = parts[..3].iter().map(Vec::len).sum();
    let mut stored = parts.concat();
    // Within the fourth frame's first block: its length stays what it was, its content doesn't.
    for byte in &mut stored[before + 12 + 100..before + 12 + 140] {
        *byte ^= 0x55;
    }
    let folder = Folder::new();
    folder.write("games.pgn.zst", &stored);
    let (ran, manifest) = folder.audit(&["games.pgn.zst"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("games.pgn.zst: compressed data can't be decoded near byte"),
        "{}",
        ran.stderr
    );
    assert_balanced(&manifest);
    let input = &manifest["inputs"][0];
    assert!(input["bytes"].as_u64().unwrap() >= 600_000, "{input}");
    assert!(input["bytes"].as_u64().unwrap() < 800_000, "{input}");
    assert_eq!(rows(&folder.path("out")), input["games"].as_u64().unwrap());
    let offset = input["error"]["offset"].as_u64().unwrap() as usize;
    assert!((before..before + parts[3].len()).contains(&offset), "{offset}");
}
