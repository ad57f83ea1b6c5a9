//! Rule cases: positions set up by hand, look-ups, and the words of commands.

pub(crate) mod position;
pub(crate) mod words;
