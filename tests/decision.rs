//! The decision table: a case for every row, and for every two rows that can meet.

use arbitro::chess::fen::Fen;
use arbitro::chess::outcome::Outcome;
use arbitro::chess::position::Position;
use arbitro::finding::Finding;
use arbitro::pgn::claims::{Claims, TextTag};
use arbitro::pgn::said::{Ending, Said, Source};
use arbitro::replay::{Facts, Legality, Prospects};
use arbitro::rules::laws::Laws;
use arbitro::ruling::{Basis, Case, Ruling, Termination, rule};

/// A game of forty legal moves, with nothing special at its end.
fn quiet() -> Facts {
    Facts {
        plies: 80,
        claimed_plies: 80,
        last_position: Some(Position::start()),
        max_repetition: 1,
        last_repetition: 1,
        max_halfmove_clock: 12,
        ..Facts::default()
    }
}

struct Game {
    facts: Facts,
    prospects: Prospects,
    token: Option<Outcome>,
    tag: Option<Said>,
    comment: Option<Said>,
    has_run_out: [bool; 2],
    is_lichess: bool,
    laws: Laws,
}

/// A quiet game that White is said to have won.
fn game() -> Game {
    Game {
        facts: quiet(),
        prospects: Prospects::default(),
        token: Some(Outcome::WhiteWins),
        tag: None,
        comment: None,
        has_run_out: [false; 2],
        is_lichess: false,
        laws: Laws::FIDE,
    }
}

fn said(ending: Ending, source: Source) -> Said {
    Said { ending, outcome: None, source, place: 0..0 }
}

impl Game {
    fn with(mut self, change: impl FnOnce(&mut Facts)) -> Game {
        change(&mut self.facts);
        self
    }

    fn token(self, token: Outcome) -> Game {
        Game { token: Some(token), ..self }
    }

    fn tag(self, ending: Ending) -> Game {
        Game { tag: Some(said(ending, Source::Termination)), ..self }
    }

    fn comment(self, ending: Ending) -> Game {
        Game { comment: Some(said(ending, Source::Comment)), ..self }
    }

    fn laws(self, laws: Laws) -> Game {
        Game { laws, ..self }
    }

    fn hopeless(mut self, white: Option<bool>, black: Option<bool>) -> Game {
        self.prospects.white_can_win = white;
        self.prospects.black_can_win = black;
        self
    }

    fn dead_at(mut self, ply: u32) -> Game {
        self.prospects.white_cannot_win_ply = Some(ply);
        self.prospects.black_cannot_win_ply = Some(ply);
        self.hopeless(Some(false), Some(false))
    }

    fn ruling(&self) -> Ruling {
        rule(&Case {
            facts: &self.facts,
            prospects: &self.prospects,
            claims: &Claims::default(),
            token: self.token,
            tag: self.tag.as_ref(),
            comment: self.comment.as_ref(),
            has_run_out: self.has_run_out,
            is_lichess: self.is_lichess,
            laws: &self.laws,
        })
    }

    fn comes_to(&self, termination: Termination, basis: Basis, result: Option<Outcome>) -> Ruling {
        let ruling = self.ruling();
        assert_eq!((ruling.termination, ruling.basis, ruling.result), (termination, Some(basis), result));
        ruling
    }
}

fn position(fen: &str) -> Option<Position> {
    Fen::parse(fen.as_bytes()).ok()?.setup().ok().map(|setup| setup.position)
}

fn mated(facts: &mut Facts) {
    facts.is_checkmate = true;
    facts.last_position = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
}

fn stalemated(facts: &mut Facts) {
    facts.is_stalemate = true;
}

const DRAW: Option<Outcome> = Some(Outcome::Draw);
const WHITE: Option<Outcome> = Some(Outcome::WhiteWins);
const BLACK: Option<Outcome> = Some(Outcome::BlackWins);

#[test]
fn the_board_proves_its_rows_whatever_is_declared() {
    type Row = (fn(&mut Facts), Termination, Option<Outcome>, &'static str);
    let rows: [Row; 5] = [
        (mated, Termination::Checkmate, BLACK, "5.1.1"),
        (stalemated, Termination::Stalemate, DRAW, "5.2.1"),
        (
            |facts| facts.insufficient_material_ply = Some(80),
            Termination::InsufficientMaterial,
            DRAW,
            "5.2.2",
        ),
        (|facts| facts.fivefold_ply = Some(80), Termination::FivefoldRepetition, DRAW, "9.6.1"),
        (|facts| facts.seventy_five_move_ply = Some(80), Termination::SeventyFiveMoves, DRAW, "9.6.2"),
    ];
    for (change, termination, result, article) in rows {
        let ruling = game().with(change).comes_to(termination, Basis::Board, result);
        assert_eq!(ruling.article, article);
        assert!(ruling.findings.contains(Finding::ResultContradictsBoard));
        assert_eq!(ruling.plies_after_end, Some(0));
    }
    let dead = game().dead_at(80).comes_to(Termination::DeadPosition, Basis::Board, DRAW);
    assert_eq!(dead.article, "5.2.2");
    // What the Laws leave to a claim is a site's rule where it comes by itself.
    let threefold = game().with(|facts| facts.threefold_ply = Some(80)).laws(Laws::CHESSCOM);
    assert_eq!(threefold.comes_to(Termination::ThreefoldRepetition, Basis::Board, DRAW).article, "");
    let fifty = game().with(|facts| facts.fifty_move_ply = Some(80)).laws(Laws::LICHESS);
    assert_eq!(fifty.comes_to(Termination::FiftyMoves, Basis::Board, DRAW).article, "");
}

#[test]
fn of_two_ends_at_one_ply_under_a_sites_rules_the_first_in_the_laws_counts_too() {
    type Change = fn(&mut Facts);
    let proven: [(Change, Termination); 3] = [
        (mated, Termination::Checkmate),
        (stalemated, Termination::Stalemate),
        (|facts| facts.insufficient_material_ply = Some(80), Termination::InsufficientMaterial),
    ];
    let threefold: Change = |facts| facts.threefold_ply = Some(80);
    let fifty: Change = |facts| facts.fifty_move_ply = Some(80);
    for laws in [Laws::LICHESS, Laws::CHESSCOM, Laws::ONLINE] {
        for (change, termination) in proven {
            for claim in [threefold, fifty] {
                assert_eq!(game().with(change).with(claim).laws(laws).ruling().termination, termination);
            }
        }
        let both = game().with(threefold).with(fifty).laws(laws).ruling().termination;
        let first =
            if laws.threefold_ends { Termination::ThreefoldRepetition } else { Termination::FiftyMoves };
        assert_eq!(both, first);
    }
    for claim in [threefold, fifty] {
        let dead = game().dead_at(80).with(claim);
        assert_eq!(dead.laws(Laws::ONLINE).ruling().termination, Termination::DeadPosition);
    }
    let fivefold = game().with(|facts| facts.fivefold_ply = Some(80)).with(fifty);
    assert_eq!(fivefold.laws(Laws::LICHESS).ruling().termination, Termination::FivefoldRepetition);
}

#[test]
fn chesscom_ends_games_by_its_own_table() {
    let ending = |fen: &str| game().with(|facts| facts.last_position = position(fen)).token(Outcome::Draw);
    // A knight each: with help either could mate.
    let knights = "4k3/4n3/8/8/8/8/4N3/4K3 w - - 0 1";
    let ruling =
        ending(knights).laws(Laws::CHESSCOM).comes_to(Termination::InsufficientMaterial, Basis::Board, DRAW);
    assert_eq!((ruling.article, ruling.plies_after_end), ("", Some(0)));
    let said = ending(knights).laws(Laws::CHESSCOM).tag(Ending::InsufficientMaterial).ruling();
    assert!(!said.findings.contains(Finding::TerminationContradictsBoard));
    ending(knights).laws(Laws::LICHESS).comes_to(Termination::Agreement, Basis::Inferred, DRAW);
    ending(knights).comes_to(Termination::Agreement, Basis::Inferred, DRAW);
    ending("4k3/4n3/8/8/8/8/4P3/4K3 w - - 0 1").laws(Laws::CHESSCOM).comes_to(
        Termination::Agreement,
        Basis::Inferred,
        DRAW,
    );
    let torn = ending(knights).with(|facts| facts.legality = Legality::IllegalMove);
    assert_eq!(torn.laws(Laws::CHESSCOM).ruling().termination, Termination::Unknown);
}

#[test]
fn of_two_ends_at_one_ply_the_first_in_the_laws_counts() {
    type Change = fn(&mut Facts);
    let in_order: [(Change, Termination); 5] = [
        (mated, Termination::Checkmate),
        (stalemated, Termination::Stalemate),
        (|facts| facts.insufficient_material_ply = Some(80), Termination::InsufficientMaterial),
        (|facts| facts.fivefold_ply = Some(80), Termination::FivefoldRepetition),
        (|facts| facts.seventy_five_move_ply = Some(80), Termination::SeventyFiveMoves),
    ];
    for (index, (first, termination)) in in_order.iter().enumerate() {
        for (second, _) in &in_order[index + 1..] {
            let both = game().with(first).with(second);
            assert_eq!(both.ruling().termination, *termination);
        }
        // A dead position stands between what material shows and repetition.
        let with_dead = game().with(first).dead_at(80).ruling().termination;
        assert_eq!(with_dead, if index < 3 { *termination } else { Termination::DeadPosition });
    }
}

#[test]
fn an_earlier_end_counts_before_a_later_one_and_what_follows_is_played_after_it() {
    let late_mate = game().with(mated).with(|facts| facts.fivefold_ply = Some(61));
    let ruling = late_mate.comes_to(Termination::FivefoldRepetition, Basis::Board, DRAW);
    assert_eq!(ruling.plies_after_end, Some(19));
    assert!(ruling.findings.contains(Finding::PlayedAfterEnd));
    let dead_early = game().with(|facts| facts.insufficient_material_ply = Some(70)).dead_at(50);
    let ruling = dead_early.comes_to(Termination::DeadPosition, Basis::Board, DRAW);
    assert!(ruling.findings.contains(Finding::PlayedInDeadPosition));
    assert_eq!(ruling.plies_after_end, Some(30));
}

#[test]
fn a_mate_on_the_hundredth_or_hundred_and_fiftieth_half_move_is_mate() {
    let at_fifty = game().with(mated).with(|facts| facts.fifty_move_ply = Some(80));
    at_fifty.comes_to(Termination::Checkmate, Basis::Board, BLACK);
    game().with(mated).with(|facts| facts.fifty_move_ply = Some(80)).laws(Laws::LICHESS).comes_to(
        Termination::Checkmate,
        Basis::Board,
        BLACK,
    );
    game().with(mated).with(|facts| facts.seventy_five_move_ply = Some(80)).comes_to(
        Termination::Checkmate,
        Basis::Board,
        BLACK,
    );
}

#[test]
fn the_laws_in_force_say_what_ends_a_game_by_itself() {
    let fivefold = || game().with(|facts| facts.fivefold_ply = Some(60));
    fivefold().laws(Laws::FIDE_1997).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    fivefold().laws(Laws::LICHESS).comes_to(Termination::FivefoldRepetition, Basis::Board, DRAW);
    let threefold = || game().with(|facts| facts.threefold_ply = Some(60));
    threefold().comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    threefold().laws(Laws::CHESSCOM).comes_to(Termination::ThreefoldRepetition, Basis::Board, DRAW);
    threefold().laws(Laws::ONLINE).comes_to(Termination::ThreefoldRepetition, Basis::Board, DRAW);
    let fifty = || game().with(|facts| facts.fifty_move_ply = Some(60));
    fifty().laws(Laws::FIDE).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    fifty().laws(Laws::LICHESS).comes_to(Termination::FiftyMoves, Basis::Board, DRAW);
    // Sites see no locked walls.
    game().dead_at(60).laws(Laws::LICHESS).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
}

#[test]
fn what_the_file_says_decides_where_the_board_is_silent() {
    let rows = [
        (Ending::Resignation, Termination::Resignation, WHITE, "5.1.2"),
        (Ending::TimeForfeit, Termination::TimeForfeit, WHITE, "6.9"),
        (Ending::Abandoned, Termination::Abandoned, WHITE, ""),
        (Ending::Aborted, Termination::Abandoned, WHITE, ""),
        (Ending::Forfeit, Termination::Abandoned, WHITE, ""),
        (Ending::Disconnection, Termination::Disconnection, WHITE, ""),
        (Ending::RulesInfraction, Termination::RulesInfraction, WHITE, "11, 12.9"),
        (Ending::IllegalMove, Termination::IllegalMove, WHITE, "7.5"),
        (Ending::Adjudication, Termination::Adjudication, WHITE, ""),
        (Ending::StalledConnection, Termination::StalledConnection, WHITE, ""),
        (Ending::VariantEnd, Termination::VariantEnd, WHITE, ""),
        (Ending::PlyLimit, Termination::PlyLimit, WHITE, ""),
        (Ending::Unplayed, Termination::Unplayed, None, ""),
        (Ending::Unterminated, Termination::Unterminated, None, ""),
        (Ending::Adjourned, Termination::Unterminated, None, ""),
    ];
    for (ending, termination, result, article) in rows {
        assert_eq!(game().tag(ending).comes_to(termination, Basis::Tag, result).article, article);
        assert_eq!(game().comment(ending).comes_to(termination, Basis::Comment, result).article, article);
    }
    let drawn = [
        (Ending::Agreement, Termination::Agreement, "5.2.3"),
        (Ending::Repetition, Termination::ThreefoldRepetition, "9.2"),
        (Ending::FiftyMoves, Termination::FiftyMoves, "9.3"),
        (Ending::InsufficientMaterial, Termination::InsufficientMaterial, ""),
        (Ending::TimeForfeit, Termination::TimeForfeitDrawn, "6.9"),
        (Ending::TimeForfeitDrawn, Termination::TimeForfeitDrawn, "6.9"),
        (Ending::BothFlagsFell, Termination::TimeForfeitDrawn, "6.9"),
    ];
    for (ending, termination, article) in drawn {
        let draw = || game().token(Outcome::Draw);
        assert_eq!(draw().tag(ending).comes_to(termination, Basis::Tag, DRAW).article, article);
        assert_eq!(draw().comment(ending).comes_to(termination, Basis::Comment, DRAW).article, article);
    }
}

#[test]
fn who_does_not_come_loses_by_an_article_and_who_leaves_by_none() {
    for (plies, article) in [(0, "6.7"), (1, "6.7"), (2, "")] {
        let left =
            game().with(|facts| (facts.plies, facts.claimed_plies) = (plies, plies)).tag(Ending::Abandoned);
        assert_eq!(left.comes_to(Termination::Abandoned, Basis::Tag, WHITE).article, article);
    }
}

#[test]
fn the_laws_say_nothing_of_variants() {
    let atomic = game().with(|facts| facts.legality = Legality::UnsupportedVariant).tag(Ending::TimeForfeit);
    assert_eq!(atomic.comes_to(Termination::TimeForfeit, Basis::Tag, WHITE).article, "");
}

#[test]
fn words_that_the_result_can_not_have_are_noted() {
    let noted = |game: Game| game.ruling().findings.contains(Finding::StatementContradictsResult);
    let draws = [
        Ending::Agreement,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::InsufficientMaterial,
        Ending::Stalemate,
        Ending::TimeForfeitDrawn,
        Ending::BothFlagsFell,
        Ending::Draw,
    ];
    let wins = [Ending::Resignation, Ending::Checkmate, Ending::Win];
    for (endings, fits, other) in
        [(&draws[..], Outcome::Draw, Outcome::WhiteWins), (&wins[..], Outcome::WhiteWins, Outcome::Draw)]
    {
        for ending in endings {
            for said in [Game::tag, Game::comment] {
                assert!(!noted(said(game().token(fits), *ending)), "{ending:?}");
                assert!(noted(said(game().token(other), *ending)), "{ending:?}");
                assert!(!noted(said(game().token(Outcome::Unknown), *ending)), "{ending:?}");
            }
        }
    }
    for ending in [Ending::Normal, Ending::TimeForfeit, Ending::Adjudication, Ending::Abandoned] {
        for token in [Outcome::WhiteWins, Outcome::Draw] {
            assert!(!noted(game().token(token).tag(ending)), "{ending:?}");
        }
    }
    let told = |outcome| Game {
        comment: Some(Said { outcome: Some(outcome), ..said(Ending::TimeForfeit, Source::Comment) }),
        ..game()
    };
    assert!(
        noted(told(Outcome::BlackWins)) && !noted(told(Outcome::WhiteWins)) && !noted(told(Outcome::Unknown))
    );
}

#[test]
fn a_flag_that_fell_in_a_game_without_a_result_gives_one() {
    // White is to move.
    let fallen = || game().token(Outcome::Unknown).tag(Ending::TimeForfeit);
    fallen().hopeless(None, Some(true)).comes_to(Termination::TimeForfeit, Basis::Tag, BLACK);
    fallen().hopeless(None, Some(false)).comes_to(Termination::TimeForfeitDrawn, Basis::Tag, DRAW);
    fallen().comes_to(Termination::TimeForfeit, Basis::Tag, None);
    let torn = fallen().with(|facts| facts.legality = Legality::IllegalMove).hopeless(None, Some(true));
    torn.comes_to(Termination::TimeForfeit, Basis::Tag, None);
}

#[test]
fn both_flags_down_is_a_draw_whoever_could_mate() {
    let both = game().token(Outcome::Draw).tag(Ending::BothFlagsFell).hopeless(Some(true), Some(true));
    let ruling = both.comes_to(Termination::TimeForfeitDrawn, Basis::Tag, DRAW);
    assert!(!ruling.findings.contains(Finding::DrawShouldBeLoss));
}

#[test]
fn chesscom_decides_by_material_who_wins_on_time() {
    // A knight against a pawn: with help it could mate.
    let fallen = |laws| {
        let ending = position("4k3/4p3/8/8/8/8/4N3/4K3 b - - 0 1");
        game()
            .with(|facts| facts.last_position = ending)
            .tag(Ending::TimeForfeit)
            .hopeless(Some(true), Some(true))
            .laws(laws)
    };
    fallen(Laws::FIDE).comes_to(Termination::TimeForfeit, Basis::Tag, WHITE);
    fallen(Laws::LICHESS).comes_to(Termination::TimeForfeit, Basis::Tag, WHITE);
    let ruling = fallen(Laws::CHESSCOM).comes_to(Termination::TimeForfeitDrawn, Basis::Tag, DRAW);
    assert!(ruling.findings.contains(Finding::TimeoutShouldBeDraw));
}

#[test]
fn a_tag_is_held_against_what_the_board_proves() {
    type Change = fn(&mut Facts);
    let contradicts = |change: Change, ending| {
        let game = game().with(change).tag(ending);
        game.ruling().findings.contains(Finding::TerminationContradictsBoard)
    };
    let bare: Change = |facts| {
        facts.insufficient_material = true;
        facts.insufficient_material_ply = Some(80);
    };
    let fivefold: Change = |facts| facts.fivefold_ply = Some(80);
    let seventy_five: Change = |facts| facts.seventy_five_move_ply = Some(80);
    let proven = [
        (mated as Change, Ending::Checkmate),
        (stalemated, Ending::Stalemate),
        (bare, Ending::InsufficientMaterial),
        (fivefold, Ending::Repetition),
        (seventy_five, Ending::FiftyMoves),
    ];
    for (change, fitting) in proven {
        for (_, ending) in proven {
            assert_eq!(contradicts(change, ending), ending != fitting, "{ending:?} said of {fitting:?}");
        }
        for silent in [Ending::Normal, Ending::Draw, Ending::Win, Ending::Unknown, Ending::Adjudication] {
            assert!(!contradicts(change, silent), "{silent:?}");
        }
        // A draw in other words is no contradiction; a win or a loss is.
        for drawn in [Ending::Agreement, Ending::TimeForfeitDrawn, Ending::BothFlagsFell, Ending::PlyLimit] {
            assert_eq!(
                contradicts(change, drawn),
                fitting == Ending::Checkmate,
                "{drawn:?} said of {fitting:?}"
            );
        }
        for other in [
            Ending::Resignation,
            Ending::TimeForfeit,
            Ending::Abandoned,
            Ending::IllegalMove,
            Ending::Unterminated,
        ] {
            assert!(contradicts(change, other), "{other:?}");
        }
    }
    // What the last position shows may be said of a game that was over before.
    let late = game().dead_at(60).with(stalemated).token(Outcome::Draw).tag(Ending::Stalemate).ruling();
    assert_eq!(late.termination, Termination::DeadPosition);
    assert!(!late.findings.contains(Finding::TerminationContradictsBoard));
}

#[test]
fn a_tag_counts_before_a_comment_and_a_silent_tag_leaves_it_the_word() {
    game().tag(Ending::TimeForfeit).comment(Ending::Resignation).comes_to(
        Termination::TimeForfeit,
        Basis::Tag,
        WHITE,
    );
    game().tag(Ending::Normal).comment(Ending::Resignation).comes_to(
        Termination::Resignation,
        Basis::Comment,
        WHITE,
    );
}

#[test]
fn what_is_left_follows_from_the_result_alone() {
    game().comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    game().tag(Ending::Normal).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    game().token(Outcome::Unknown).comes_to(Termination::Unterminated, Basis::Inferred, None);
    let draw = || game().token(Outcome::Draw);
    draw().comes_to(Termination::Agreement, Basis::Inferred, DRAW);
    draw().with(|facts| facts.last_repetition = 3).comes_to(
        Termination::ThreefoldRepetition,
        Basis::Inferred,
        DRAW,
    );
    let shuffled = draw().with(|facts| facts.last_position = position("4k3/8/8/8/8/8/4P3/4K3 w - - 100 130"));
    shuffled.comes_to(Termination::FiftyMoves, Basis::Inferred, DRAW);
    let long = draw().with(|facts| (facts.plies, facts.claimed_plies) = (600, 600));
    long.comes_to(Termination::Agreement, Basis::Inferred, DRAW);
    Game { is_lichess: true, ..long }.comes_to(Termination::PlyLimit, Basis::Inferred, DRAW);
    for token in [Outcome::BothLose, Outcome::WhiteHalf, Outcome::BlackHalf] {
        assert_eq!(game().token(token).ruling().termination, Termination::Unknown);
    }
}

#[test]
fn a_clock_that_has_run_out_tells_where_no_word_does() {
    let black_at_zero = || Game { has_run_out: [false, true], ..game() };
    black_at_zero().comes_to(Termination::TimeForfeit, Basis::Clock, WHITE);
    black_at_zero().tag(Ending::Normal).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    let winner_at_zero = Game { has_run_out: [true, false], ..game() };
    winner_at_zero.comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    // A word of the file comes before it.
    black_at_zero().comment(Ending::Resignation).comes_to(Termination::Resignation, Basis::Comment, WHITE);
}

#[test]
fn a_comment_tells_who_left_from_whose_flag_fell() {
    let left = game().tag(Ending::TimeForfeit).comment(Ending::Abandoned);
    left.comes_to(Termination::Abandoned, Basis::Comment, WHITE);
    let lost = game().tag(Ending::TimeForfeit).comment(Ending::Disconnection);
    lost.comes_to(Termination::Disconnection, Basis::Comment, WHITE);
}

#[test]
fn a_game_without_moves_was_resigned_only_if_it_ended_as_games_do() {
    let empty = || game().with(|facts| (facts.plies, facts.claimed_plies) = (0, 0));
    empty().tag(Ending::Normal).comes_to(Termination::Resignation, Basis::Inferred, WHITE);
    assert_eq!(empty().ruling().termination, Termination::Unknown);
}

#[test]
fn nothing_follows_from_part_of_a_game_or_from_words_that_are_not_understood() {
    let broken = game().with(|facts| facts.legality = Legality::IllegalMove);
    assert_eq!((broken.ruling().termination, broken.ruling().basis), (Termination::Unknown, None));
    let unplayed = game().with(|facts| (facts.plies, facts.claimed_plies) = (0, 0));
    assert_eq!(unplayed.ruling().termination, Termination::Unknown);
    assert_eq!(game().tag(Ending::Unknown).ruling().termination, Termination::Unknown);
    // But what is said counts all the same.
    broken.tag(Ending::IllegalMove).comes_to(Termination::IllegalMove, Basis::Tag, WHITE);
}

#[test]
fn mate_and_stalemate_are_on_the_board_or_they_are_not() {
    for ending in [Ending::Checkmate, Ending::Stalemate] {
        let ruling = game().tag(ending).ruling();
        assert_eq!(ruling.termination, Termination::Unknown);
        assert!(ruling.findings.contains(Finding::TerminationContradictsBoard));
    }
    let torn = game().with(|facts| facts.legality = Legality::UnreadableToken);
    torn.tag(Ending::Checkmate).comes_to(Termination::Checkmate, Basis::Tag, WHITE);
    let torn = game().token(Outcome::Draw).with(|facts| facts.legality = Legality::UnreadableToken);
    torn.tag(Ending::Stalemate).comes_to(Termination::Stalemate, Basis::Tag, DRAW);
    let never_repeated = game().token(Outcome::Draw).tag(Ending::Repetition).ruling();
    assert!(never_repeated.findings.contains(Finding::TerminationContradictsBoard));
}

#[test]
fn nobody_wins_on_time_who_can_not_mate() {
    let fallen = || game().tag(Ending::TimeForfeit);
    let ruling =
        fallen().hopeless(Some(false), None).comes_to(Termination::TimeForfeitDrawn, Basis::Tag, DRAW);
    assert!(ruling.findings.contains(Finding::TimeoutShouldBeDraw));
    for white in [None, Some(true)] {
        let ruling =
            fallen().hopeless(white, Some(false)).comes_to(Termination::TimeForfeit, Basis::Tag, WHITE);
        assert!(!ruling.findings.contains(Finding::TimeoutShouldBeDraw));
    }
    // Just by the site's own rule: in the last position White has all its men.
    fallen().laws(Laws::LICHESS).hopeless(Some(false), None).comes_to(
        Termination::TimeForfeit,
        Basis::Tag,
        WHITE,
    );
}

#[test]
fn a_draw_on_time_is_lost_if_the_player_who_had_time_could_mate() {
    // White is to move, so it is White's flag that fell.
    let drawn = || game().token(Outcome::Draw).tag(Ending::TimeForfeit);
    let ruling = drawn().hopeless(None, Some(true)).comes_to(Termination::TimeForfeit, Basis::Tag, BLACK);
    assert!(ruling.findings.contains(Finding::DrawShouldBeLoss));
    for black in [None, Some(false)] {
        drawn().hopeless(None, black).comes_to(Termination::TimeForfeitDrawn, Basis::Tag, DRAW);
    }
}

#[test]
fn since_2023_nobody_wins_by_resignation_who_can_not_mate() {
    let resigned = || game().hopeless(Some(false), None);
    let ruling = resigned().comes_to(Termination::Resignation, Basis::Inferred, DRAW);
    assert!(ruling.findings.contains(Finding::ResignationShouldBeDraw));
    let before = resigned().laws(Laws::FIDE_2014);
    before.comes_to(Termination::Resignation, Basis::Inferred, WHITE);
}

#[test]
fn a_draw_that_was_not_claimed_at_once_is_noted() {
    let missed = |ply: u32, token: Outcome| {
        let late = game().token(token).with(|facts| {
            facts.threefold_ply = Some(ply);
            facts.fifty_move_ply = Some(ply);
            facts.last_repetition = 3;
        });
        let findings = late.ruling().findings;
        assert_eq!(
            findings.contains(Finding::MissedThreefoldClaim),
            findings.contains(Finding::MissedFiftyClaim)
        );
        findings.contains(Finding::MissedThreefoldClaim)
    };
    assert!(missed(70, Outcome::Draw));
    assert!(missed(80, Outcome::WhiteWins));
    assert!(!missed(80, Outcome::Draw));
    // It may have been claimed: nothing says how the game went on.
    assert!(!missed(80, Outcome::Unknown));
    assert!(missed(70, Outcome::Unknown));
}

#[test]
fn mate_by_the_hundredth_half_move_leaves_nobody_to_claim() {
    let ruling = |ply| {
        let mate =
            game().token(Outcome::BlackWins).with(mated).with(|facts| facts.fifty_move_ply = Some(ply));
        mate.comes_to(Termination::Checkmate, Basis::Board, BLACK)
    };
    assert!(!ruling(80).findings.contains(Finding::MissedFiftyClaim));
    assert!(ruling(79).findings.contains(Finding::MissedFiftyClaim));
}

#[test]
fn material_that_is_said_to_be_insufficient_may_be_seen_not_to_be() {
    let ruling = |fen: &str| {
        let drawn = game().token(Outcome::Draw).tag(Ending::InsufficientMaterial).with(|facts| {
            facts.last_position = position(fen);
        });
        drawn.comes_to(Termination::InsufficientMaterial, Basis::Tag, DRAW)
    };
    // That a win is drawn for want of material is no ruling at all.
    assert_eq!(game().tag(Ending::InsufficientMaterial).ruling().termination, Termination::Unknown);
    let suffices = |fen| ruling(fen).findings.contains(Finding::MaterialSuffices);
    assert!(suffices("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1") && suffices("4k3/4n3/8/8/8/8/4N3/4K3 w - - 0 1"));
    assert!(!suffices("4k3/8/8/8/8/8/8/4K3 w - - 0 1") && !suffices("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1"));
    let is_disproved = |fen| ruling(fen).findings.contains(Finding::TerminationContradictsBoard);
    assert!(is_disproved("4k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1"));
    // By chess.com's table; by a claim against a bare king; by a claim on Lichess.
    assert!(!is_disproved("4k3/4n3/8/8/8/8/4B3/4K3 w - - 0 1"));
    assert!(!is_disproved("4k3/8/8/8/8/8/4NN2/4K3 w - - 0 1"));
    assert!(!is_disproved("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn results_that_disagree_are_noted() {
    let mut claims = Claims::default();
    claims.claim(TextTag::Result, "0-1".into());
    let game = game();
    let case = Case {
        facts: &game.facts,
        prospects: &game.prospects,
        claims: &claims,
        token: game.token,
        tag: None,
        comment: None,
        has_run_out: [false; 2],
        is_lichess: false,
        laws: &game.laws,
    };
    let ruling = rule(&case);
    assert!(ruling.findings.contains(Finding::ResultTagDiffers));
    assert_eq!(ruling.declared, WHITE);
    let silent = rule(&Case { token: None, ..case });
    assert!(silent.findings.contains(Finding::MissingResult));
    assert_eq!(silent.declared, BLACK);
}
