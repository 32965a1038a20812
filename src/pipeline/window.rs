//! What is under way between the feed and the rows.
//!
//! Owns the bound on it. What is held weighs its text, what is mapped a quarter of it, and frames twice their weight at most: they go
//! on in another step. Beside that there is an item for each thread, however large. Rows that wait to be encoded keep others from
//! being made. That bounds the memory of a run, however large its input, however far it decompresses and however short its games; a
//! single game is held as a whole however long it is.
//!
//! ```text
//! fed ->  | open: decoded, being decoded, decoded | -> jobs -> rows ->
//!           (each waits for those before it)
//! ```

use std::collections::VecDeque;

use crate::pipeline::item::{Frames, Item, Job, Stretch};

/// Text under way for each thread, where it is held in memory: less leaves threads idle while others decode, more is out of
/// the cache when it is scanned.
pub const HELD_BYTES: usize = 8 << 20;

/// Rows for each thread that may wait to be encoded, of some 400 bytes each. Where encoding keeps up, as it does on a few threads,
/// it is a tenth of that.
const ROWS: u64 = 50_000;

/// Items for each thread that wait to be taken.
const FED: usize = 4;

/// The items that are under way, in the order of the input.
pub struct Window {
    threads: usize,
    /// What is not begun.
    fed: VecDeque<Item>,
    /// What is begun, of which the first is number `first`.
    open: VecDeque<Open>,
    first: usize,
    jobs: usize,
    /// What they weigh.
    scanned: usize,
    /// Rows that wait to be encoded.
    rows: u64,
    /// How much text was decoded, and of how many stored bytes.
    decoded: (u64, u64),
}

/// An item that is begun.
enum Open {
    /// A thread decodes it.
    Decoding { weight: usize },
    /// Its turn is to come; what else of it is to be decoded comes behind it.
    Ready { item: Item, rest: Option<Frames> },
    /// What was decoded of it is gone.
    Rest(Frames),
}

/// What is to be done next.
pub enum Next {
    /// To be made into jobs, or closed, in the order in which it is given.
    Stitch(Item),
    /// To be decoded, whoever has time.
    Decode {
        /// The number of the item.
        number: usize,
        /// The frames.
        frames: Frames,
    },
}

impl Window {
    /// Nothing under way.
    pub fn new(threads: usize) -> Window {
        Window {
            threads,
            fed: VecDeque::new(),
            open: VecDeque::new(),
            first: 0,
            jobs: 0,
            scanned: 0,
            rows: 0,
            decoded: (0, 0),
        }
    }

    /// Whether there is little left that is not begun.
    pub fn wants_more(&self) -> bool {
        self.fed.len() < self.threads * FED
    }

    /// Puts an item behind the others.
    pub fn offer(&mut self, item: Item) {
        self.fed.push_back(item);
    }

    /// What can be done now, if there is anything.
    pub fn take(&mut self) -> Option<Next> {
        loop {
            match self.open.pop_front() {
                Some(Open::Ready { item, rest }) => {
                    match rest {
                        Some(rest) => self.open.push_front(Open::Rest(rest)),
                        None => self.first += 1,
                    }
                    return Some(Next::Stitch(item));
                }
                // All that is behind it has been let in before, so that only jobs can make room.
                Some(Open::Rest(frames)) if self.scanned < self.limit() => {
                    self.open.push_front(Open::Decoding { weight: frames.weight });
                    return Some(Next::Decode { number: self.first, frames });
                }
                Some(other) => self.open.push_front(other),
                None => {}
            }
            if !self.has_room() {
                return None;
            }
            match self.fed.pop_front()? {
                Item::Frames(mut frames) => {
                    if let (text, stored @ 1..) = self.decoded {
                        frames.expect(text, stored);
                    }
                    let number = self.first + self.open.len();
                    self.open.push_back(Open::Decoding { weight: frames.weight });
                    return Some(Next::Decode { number, frames });
                }
                item => self.open.push_back(Open::Ready { item, rest: None }),
            }
        }
    }

    /// Takes what was decoded of item `number`, and what is left of it.
    pub fn decoded(&mut self, number: usize, stretch: Stretch, rest: Option<Frames>) {
        self.decoded.0 += stretch.text.len() as u64;
        self.decoded.1 += stretch.stored_bytes;
        if let Some(open) = self.open.get_mut(number - self.first) {
            *open = Open::Ready { item: Item::Stretch(stretch), rest };
        }
    }

    /// Counts a job that is going to be scanned.
    pub fn begin(&mut self, job: &Job) {
        self.jobs += 1;
        self.scanned += job.weight();
    }

    /// Forgets a job of such a weight that was scanned.
    pub fn end(&mut self, weight: usize) {
        self.jobs -= 1;
        self.scanned -= weight;
    }

    /// Says how many rows wait to be encoded.
    pub fn waiting(&mut self, rows: u64) {
        self.rows = rows;
    }

    /// Whether there are too many of them for more to be made.
    pub fn is_held_up(&self) -> bool {
        self.rows >= self.threads as u64 * ROWS
    }

    /// Whether nothing is left to be decoded of what was offered.
    pub fn is_decoded(&self) -> bool {
        let is_decoded = |open: &Open| matches!(open, Open::Ready { rest: None, .. });
        self.fed.is_empty() && self.open.iter().all(is_decoded)
    }

    fn limit(&self) -> usize {
        self.threads * HELD_BYTES
    }

    fn has_room(&self) -> bool {
        let weight = |open: &Open| match open {
            Open::Decoding { weight } => *weight,
            Open::Ready { item, .. } => item.weight(),
            Open::Rest(_) => 0,
        };
        let weight = self.scanned + self.open.iter().map(weight).sum::<usize>();
        weight < self.limit() || self.jobs + self.open.len() < self.threads
    }
}

#[cfg(test)]
impl Window {
    /// Text that was decoded and waits for what is before it.
    pub fn held(&self) -> usize {
        let held = |open: &Open| match open {
            Open::Ready { item: item @ Item::Stretch(_), .. } => item.weight(),
            _ => 0,
        };
        self.open.iter().map(held).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::bytes::Bytes;
    use crate::pipeline::item::Piece;

    fn text(bytes: usize) -> Stretch {
        let text = Vec::with_capacity(bytes);
        Stretch { input: 0, name: "a".into(), text, stored_bytes: 0, error: None }
    }

    fn frames(stored: usize) -> Frames {
        Frames::stored(0, "a".into(), Bytes::owned(vec![0; stored]), 0)
    }

    fn job(bytes: usize) -> Job {
        let bytes = Bytes::owned(vec![0; bytes]);
        Job { pieces: vec![Piece { input: 0, name: "a".into(), bytes, offset: 0 }], stored_bytes: 0 }
    }

    /// What is to be done next: the number of what is decoded, or the weight of what is stitched.
    #[derive(Debug, PartialEq)]
    enum Done {
        Decode(usize),
        Stitch(usize),
    }

    fn all(window: &mut Window) -> Vec<Done> {
        let mut done = Vec::new();
        while let Some(next) = window.take() {
            done.push(match next {
                Next::Decode { number, .. } => Done::Decode(number),
                Next::Stitch(item) => Done::Stitch(item.weight()),
            });
        }
        done
    }

    #[test]
    fn what_is_decoded_is_stitched_in_order_and_no_more_is_begun_than_there_is_room_for() {
        let mut window = Window::new(2);
        let weight = HELD_BYTES * 2 / 5;
        for _ in 0..8 {
            window.offer(Item::Frames(frames(weight / 6)));
        }
        use Done::{Decode, Stitch};
        // As much as there may be under way in five; the fifth comes before it is full.
        assert_eq!(all(&mut window), [Decode(0), Decode(1), Decode(2), Decode(3), Decode(4), Decode(5)]);
        window.decoded(1, text(11), None);
        assert_eq!(all(&mut window), [Decode(6)]);
        window.decoded(0, text(10), Some(frames(100)));
        assert_eq!(all(&mut window), [Stitch(10), Decode(0)]);
        window.decoded(0, text(12), None);
        assert_eq!(all(&mut window), [Stitch(12), Stitch(11), Decode(7)]);
    }

    #[test]
    fn jobs_take_room_until_they_are_done() {
        let mut window = Window::new(2);
        let (one, other) = (job(HELD_BYTES), job(HELD_BYTES));
        window.begin(&one);
        window.begin(&other);
        window.offer(Item::Stretch(text(5)));
        assert_eq!(all(&mut window), []);
        window.end(one.weight());
        assert_eq!(all(&mut window), [Done::Stitch(5)]);
        // However much they weigh there is one for each thread.
        window.begin(&job(9 * HELD_BYTES));
        window.end(other.weight());
        window.offer(Item::Stretch(text(6)));
        assert_eq!(all(&mut window), [Done::Stitch(6)]);
    }

    #[test]
    fn rows_that_wait_hold_others_up() {
        let mut window = Window::new(2);
        for (rows, is_held_up) in [(0, false), (2 * ROWS - 1, false), (2 * ROWS, true), (5, false)] {
            window.waiting(rows);
            assert_eq!(window.is_held_up(), is_held_up, "{rows}");
        }
    }

    #[test]
    fn frames_are_taken_for_what_those_before_them_held() {
        let weight = |seen: &[(usize, u64)]| {
            let mut window = Window::new(1);
            for (text, stored_bytes) in seen {
                window.offer(Item::Frames(frames(1)));
                let Some(Next::Decode { number, .. }) = window.take() else { panic!("not to be decoded") };
                let stretch = Stretch { text: vec![0; *text], stored_bytes: *stored_bytes, ..self::text(0) };
                window.decoded(number, stretch, None);
                window.take();
            }
            window.offer(Item::Frames(frames(1_000_000)));
            match window.take() {
                Some(Next::Decode { frames, .. }) => frames.weight,
                _ => panic!("not to be decoded"),
            }
        };
        assert_eq!(weight(&[]), 6_000_000);
        assert_eq!(weight(&[(300, 100)]), 3_000_000);
        assert_eq!(weight(&[(300, 100), (200, 100)]), 2_500_000);
    }
}
