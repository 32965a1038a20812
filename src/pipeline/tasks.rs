//! What there is to do, in order: what the window lets in, as tasks.
//!
//! Owns the numbers of jobs, and the making of them.

use std::collections::VecDeque;

use crate::pipeline::item::{Frames, Item, Job};
use crate::pipeline::order::Order;
use crate::pipeline::stitch::Stitcher;
use crate::pipeline::window::{Next, Window};

/// What nobody has begun, and what is under way.
pub struct Tasks {
    /// The bound on what is under way.
    pub window: Window,
    stitcher: Stitcher,
    waiting: VecDeque<Task>,
    /// How many jobs there were.
    jobs: usize,
}

/// What one thread does at a time.
pub enum Task {
    /// To decode frames.
    Decode {
        /// The number of the item in the window.
        number: usize,
        /// The frames.
        frames: Frames,
    },
    /// To scan games.
    Scan {
        /// The number of the job.
        number: usize,
        /// The job.
        job: Job,
    },
}

impl Tasks {
    /// Nothing to do yet.
    pub fn new(threads: usize, stitcher: Stitcher) -> Tasks {
        Tasks { window: Window::new(threads), stitcher, waiting: VecDeque::new(), jobs: 0 }
    }

    /// Makes tasks of all that can be done now, and tells how many.
    pub fn fill(&mut self, order: &Order) -> usize {
        let before = self.waiting();
        while let Some(next) = self.window.take() {
            match next {
                Next::Decode { number, frames } => self.waiting.push_back(Task::Decode { number, frames }),
                Next::Stitch(item) => self.stitch(item, order),
            }
        }
        self.waiting() - before
    }

    /// The first: jobs are begun in their order, on which `Order::is_full` relies.
    pub fn take(&mut self) -> Option<Task> {
        self.waiting.pop_front()
    }

    /// How many there are.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    fn stitch(&mut self, item: Item, order: &Order) {
        let mut jobs = Vec::new();
        match item {
            Item::Jobs(several) => jobs = several,
            Item::Stretch(stretch) => self.stitcher.stretch(stretch, &mut jobs),
            Item::End(end) => {
                let name = order.name(end.input);
                order.end(self.stitcher.end(end, &name, &mut jobs));
            }
            // The window gives them to be decoded, and then as a stretch.
            Item::Frames(_) => {}
        }
        for job in jobs {
            self.window.begin(&job);
            self.waiting.push_back(Task::Scan { number: self.jobs, job });
            self.jobs += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::input::bytes::Buffers;
    use crate::input::files::{Entry, InputFile, Place};
    use crate::pipeline::audit::JOB_BYTES;
    use crate::pipeline::decode::decode;
    use crate::pipeline::feed::start;
    use crate::pipeline::item::MOST_FRAMES;
    use crate::pipeline::tally::Tally;
    use crate::pipeline::window::HELD_BYTES;

    const THREADS: usize = 2;

    /// The most text that was held at once, in bytes, and how much there was in all: of frames beside each other in one file, or
    /// of one in each of many. All that can be is decoded before anything is scanned, so that no threads ever hold more.
    fn decoded(files: &[Vec<u8>]) -> (usize, usize) {
        let folder = tempfile::tempdir().unwrap();
        let entries = (0_usize..).zip(files).map(|(number, stored)| {
            let path = folder.path().join(number.to_string());
            std::fs::write(&path, stored).unwrap();
            Entry::File(InputFile { name: number.to_string(), place: Place::Path(path) })
        });
        let entries: Vec<_> = entries.collect();
        let order = Order::new(THREADS, Tally::new(&entries, 0), None, None);
        let buffers = Buffers::new();
        let mut tasks = Tasks::new(THREADS, Stitcher::new(JOB_BYTES, Arc::clone(&buffers)));
        let mut is_fed = false;
        let feed = start(entries, JOB_BYTES, 32, Arc::clone(&buffers)).unwrap();
        let (mut most, mut all) = (0, 0);
        let text = |job: &Job| job.pieces.iter().map(|piece| piece.bytes.len()).sum::<usize>();
        loop {
            while !is_fed && tasks.window.wants_more() {
                match feed.recv() {
                    Ok(item) => tasks.window.offer(item),
                    Err(_) => is_fed = true,
                }
            }
            tasks.fill(&order);
            let is_decoding = |task: &Task| matches!(task, Task::Decode { .. });
            let first = tasks.waiting.iter().position(is_decoding).unwrap_or(0);
            match tasks.waiting.remove(first) {
                Some(Task::Decode { number, frames }) => {
                    let (stretch, rest) = decode(frames, &buffers);
                    tasks.window.decoded(number, stretch, rest);
                }
                Some(Task::Scan { job, .. }) => {
                    all += text(&job);
                    tasks.window.end(job.weight());
                }
                None => return (most, all),
            }
            let waits = tasks.waiting.iter().map(|task| match task {
                Task::Scan { job, .. } => text(job),
                Task::Decode { .. } => 0,
            });
            most = most.max(tasks.window.held() + waits.sum::<usize>());
        }
    }

    #[test]
    fn what_is_held_is_bounded_however_far_frames_decompress() {
        // A thousandth of it, so that a group of stored bytes is gigabytes of text.
        let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(400_000);
        let frame = zstd::bulk::compress(text.as_bytes(), 1).unwrap();
        assert!(frame.len() * 1_000 < text.len(), "{}", frame.len());
        // What may be under way, an item a thread beside it, and twice that because a step gives twice what it was taken for.
        let bound = 2 * (THREADS * HELD_BYTES + THREADS * MOST_FRAMES);
        // An announced frame of blanks, so that the groups are as large as those of games.
        let blank =
            [vec![0x50, 0x2A, 0x4D, 0x18], 200_000_u32.to_le_bytes().to_vec(), vec![0; 200_000]].concat();
        let frames = [frame.as_slice(), &frame, &frame, &blank].concat();
        for files in [vec![frames.repeat(14)], vec![frame; 42]] {
            let (most, all) = decoded(&files);
            assert_eq!(all, 42 * text.len());
            assert!(most <= bound, "{most} of {all}");
        }
    }
}
