//! The bar on a terminal: bytes, games, rate, time left.
//!
//! Owns the drawing; the only file that names indicatif. Draws on standard error, and only where that is a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pipeline::progress::Progress;

/// How often it is drawn: a person sees no more.
const INTERVAL: Duration = Duration::from_millis(125);

/// A bar that follows a [`Progress`] until it is dropped.
pub struct Bar {
    drawing: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

impl Bar {
    /// Follows `progress`, if standard error is a terminal.
    pub fn follow(progress: Arc<Progress>) -> Bar {
        if !stderr().is_terminal() {
            return Bar::hidden();
        }
        let done = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&done);
        let thread = thread::Builder::new().name("bar".into()).spawn(move || draw(&progress, &seen));
        // A run without a bar is better than none.
        Bar { drawing: thread.ok().map(|thread| (thread, done)) }
    }

    /// No bar.
    pub fn hidden() -> Bar {
        Bar { drawing: None }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((thread, done)) = self.drawing.take() {
            done.store(true, Relaxed);
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn draw(progress: &Progress, done: &AtomicBool) {
    let start = Instant::now();
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let mut sized = false;
    set_style(&bar, "{spinner} {bytes} read  {msg}  {elapsed}");
    while !done.load(Relaxed) {
        let total = progress.total_bytes();
        if total > 0 && !sized {
            sized = true;
            bar.set_length(total);
            set_style(&bar, "{wide_bar} {percent}%  {bytes} of {total_bytes}  {msg}  {eta} left");
        }
        let games = progress.games();
        let rate = games as f64 / start.elapsed().as_secs_f64().max(0.001);
        bar.set_position(progress.bytes());
        bar.set_message(format!("{games} games  {rate:.0} games/s"));
        bar.tick();
        thread::park_timeout(INTERVAL);
    }
    bar.finish_and_clear();
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
}
