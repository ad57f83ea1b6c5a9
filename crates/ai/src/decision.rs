use crate::CameOut;

/// What a policy chose, and what it weighed against it.
#[derive(Clone, Debug)]
pub struct Decision<C> {
    pub chosen: Considered<C>,
    /// The best first.
    pub others: Vec<Considered<C>>,
}

/// A command that was thought about.
#[derive(Clone, Debug)]
pub struct Considered<C> {
    pub command: C,
    /// The chance to win after it, in ten-thousandths, and the standard error of that.
    pub chance: i64,
    pub error: i64,
    /// How much less it brings than the chosen one, with the standard error.
    pub behind: (i64, i64),
    /// How the trials came out; none where nothing was tried.
    pub outs: Vec<CameOut>,
}

impl<C> Decision<C> {
    /// Chosen by a rule of thumb: the chance is what the position promises.
    pub(crate) fn untried(command: C, chance: i64) -> Decision<C> {
        let chosen = Considered { command, chance, error: 0, behind: (0, 0), outs: Vec::new() };
        Decision { chosen, others: Vec::new() }
    }
}
