//! Ctrl-C and SIGTERM: the run ends at the next job and leaves nothing behind.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli::exit::Exit;

/// The signals that came.
pub(super) struct Signals {
    interrupted: Arc<AtomicUsize>,
}

impl Signals {
    /// From now on the two signals raise `stop`. A second one ends the process at once.
    pub(super) fn raise(stop: &Arc<AtomicBool>) -> io::Result<Signals> {
        let interrupted = Arc::new(AtomicUsize::new(0));
        for (signal, exit) in [(SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)] {
            let code = exit.code();
            // In this order: the first signal finds the flag down.
            flag::register_conditional_shutdown(signal, i32::from(code), Arc::clone(stop))?;
            flag::register_usize(signal, Arc::clone(&interrupted), usize::from(code))?;
            flag::register(signal, Arc::clone(stop))?;
        }
        Ok(Signals { interrupted })
    }

    /// The exit that the last signal asks for.
    pub(super) fn exit(&self) -> Option<Exit> {
        let code = self.interrupted.load(SeqCst);
        [Exit::Interrupted, Exit::Terminated].into_iter().find(|exit| usize::from(exit.code()) == code)
    }
}
