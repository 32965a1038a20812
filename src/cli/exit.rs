//! What the process tells its parent.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done.
    Done,
    /// Something could not be read or written, or the ledger doesn't balance.
    Fault,
    /// The command line asks for something that can't be meant.
    Usage,
    /// Done, but a check that was asked for failed.
    CheckFailed,
    /// Ended by SIGINT.
    Interrupted,
    /// Ended by SIGTERM.
    Terminated,
}

impl Exit {
    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Fault => 1,
            Exit::Usage => 2,
            Exit::CheckFailed => 3,
            Exit::Interrupted => 130,
            Exit::Terminated => 143,
        }
    }

    /// The exit of two things done in one run: what could not be read or written outweighs a check that failed, for the
    /// check was of less than was asked for.
    pub const fn and(self, other: Exit) -> Exit {
        match (self, other) {
            (Exit::Done, exit) | (exit, Exit::Done) => exit,
            (Exit::CheckFailed, exit) | (exit, Exit::CheckFailed) => exit,
            (exit, _) => exit,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_outweighs_a_failed_check_and_that_outweighs_nothing() {
        assert_eq!(Exit::Done.and(Exit::Done), Exit::Done);
        assert_eq!(Exit::CheckFailed.and(Exit::Done), Exit::CheckFailed);
        assert_eq!(Exit::Done.and(Exit::CheckFailed), Exit::CheckFailed);
        assert_eq!(Exit::CheckFailed.and(Exit::Fault), Exit::Fault);
        assert_eq!(Exit::Fault.and(Exit::CheckFailed), Exit::Fault);
    }
}
