//! What is under way between the feed and the rows.
//!
//! Owns the bound on it. What is held weighs its text, what is mapped a quarter of it, and frames twice their weight at most: they go
//! on in another step. Beside that there is an item for each thread, however large, and what was fed and is not begun. That bounds
//! the text of a run, however large its input and however far it decompresses; what becomes of it is bounded by the order of rows. A
//! single game is held as a whole however long it is, and a stretch of text until the last of its jobs is done.
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
    /// What they weigh, but for what can't go on before others are scanned.
    weight: usize,
    /// The jobs that were made of those before them.
    jobs: usize,
    /// What the jobs weigh.
    scanned: usize,
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
            weight: 0,
            jobs: 0,
            scanned: 0,
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
            match self.pop_front() {
                Some(Open::Ready { item, rest }) => {
                    match rest {
                        Some(rest) => self.push_front(Open::Rest(rest)),
                        None => self.first += 1,
                    }
                    return Some(Next::Stitch(item));
                }
                // All that is behind it has been let in before, so that only jobs can make room.
                Some(Open::Rest(frames)) if self.scanned < self.limit() => {
                    self.push_front(Open::Decoding { weight: frames.weight });
                    return Some(Next::Decode { number: self.first, frames });
                }
                Some(other) => self.push_front(other),
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
                    self.push_back(Open::Decoding { weight: frames.weight });
                    return Some(Next::Decode { number, frames });
                }
                item => self.push_back(Open::Ready { item, rest: None }),
            }
        }
    }

    /// Takes what was decoded of item `number`, and what is left of it.
    pub fn decoded(&mut self, number: usize, stretch: Stretch, rest: Option<Frames>) {
        self.decoded.0 += stretch.text.len() as u64;
        self.decoded.1 += stretch.stored_bytes;
        if let Some(open) = self.open.get_mut(number - self.first) {
            self.weight -= open.weight();
            *open = Open::Ready { item: Item::Stretch(stretch), rest };
            self.weight += open.weight();
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

    /// Whether nothing is left to be decoded of what was offered.
    pub fn is_decoded(&self) -> bool {
        let is_decoded = |open: &Open| matches!(open, Open::Ready { rest: None, .. });
        self.fed.is_empty() && self.open.iter().all(is_decoded)
    }

    fn limit(&self) -> usize {
        self.threads * HELD_BYTES
    }

    fn has_room(&self) -> bool {
        let weight = self.scanned + self.weight;
        weight < self.limit() || self.jobs + self.open.len() < self.threads
    }

    fn pop_front(&mut self) -> Option<Open> {
        let open = self.open.pop_front()?;
        self.weight -= open.weight();
        Some(open)
    }

    fn push_front(&mut self, open: Open) {
        self.weight += open.weight();
        self.open.push_front(open);
    }

    fn push_back(&mut self, open: Open) {
        self.weight += open.weight();
        self.open.push_back(open);
    }
}

impl Open {
    fn weight(&self) -> usize {
        match self {
            Open::Decoding { weight } => *weight,
            Open::Ready { item, .. } => item.weight(),
            Open::Rest(_) => 0,
        }
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
        use Done::{Decode, Stitch};
        let mut window = Window::new(2);
        // Of which the fourth fills the window: 4 * 0.6 > 2.
        for _ in 0..6 {
            window.offer(Item::Frames(frames(HELD_BYTES / 10)));
        }
        assert_eq!(all(&mut window), [Decode(0), Decode(1), Decode(2), Decode(3)]);
        // It turns out to be small, and waits for the first.
        window.decoded(1, text(11), None);
        assert_eq!(all(&mut window), [Decode(4)]);
        // There is more in the first, which comes before the second.
        window.decoded(0, text(10), Some(frames(100)));
        assert_eq!(all(&mut window), [Stitch(10), Decode(0), Decode(5)]);
        window.decoded(0, text(12), None);
        assert_eq!(all(&mut window), [Stitch(12), Stitch(11)]);
        assert!(!window.is_decoded());
        for number in 2..6 {
            window.decoded(number, text(number), None);
        }
        assert!(window.is_decoded());
        assert_eq!(all(&mut window), [Stitch(2), Stitch(3), Stitch(4), Stitch(5)]);
        assert_eq!(window.weight, 0);
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
