//! Where the ruleset of a game is learnt at run time.

use crate::running::Running;
use crate::table::Table;
use longroll_ai::Appraisal;
use longroll_dice::Seed;
use longroll_game::{Game, Header, LoadError, Opening, OpeningError, load, load_to_show, write_game};
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_quickplay::Quickplay;
use longroll_rulesets::RulesetId;

/// A game that was just started, with the first lines of its file.
#[derive(Debug)]
pub(crate) struct Started {
    pub table: Box<dyn Table>,
    pub lines: Vec<String>,
}

/// The rulesets with opponents who know them: one arm for each.
macro_rules! under {
    ($set:expr, $run:ident ( $($given:expr),* )) => {
        match $set {
            RulesetId::Quickplay => $run::<Quickplay>($($given),*),
            RulesetId::JohnnyReb => $run::<JohnnyReb>($($given),*),
        }
    };
}

pub(crate) fn start(set: RulesetId, opening: Opening) -> Result<Started, OpeningError> {
    under!(set, start_under(opening))
}

/// Reads a game from its file; the seed, if we have it, makes it go on.
pub(crate) fn resume(set: RulesetId, text: &str, seed: Option<Seed>) -> Result<Box<dyn Table>, LoadError> {
    under!(set, resume_under(text, seed))
}

/// Can the ruleset muster this battle?
pub(crate) fn can_muster(set: RulesetId, opening: &Opening) -> bool {
    start(set, opening.clone()).is_ok()
}

/// The lines of a game file, each with its line end, and what the file says of itself.
pub(crate) fn read_header(text: &str) -> Result<Header, LoadError> {
    longroll_game::peek(text)
}

fn start_under<R: Appraisal>(opening: Opening) -> Result<Started, OpeningError> {
    let game = Game::<R>::start(opening)?;
    let lines = write_game(&game).split_inclusive('\n').map(str::to_owned).collect();
    Ok(Started { table: Box::new(Running::new(game)), lines })
}

fn resume_under<R: Appraisal>(text: &str, seed: Option<Seed>) -> Result<Box<dyn Table>, LoadError> {
    let mut game = match load::<R>(text) {
        Ok(game) => game,
        Err(error) if error.trouble == longroll_game::Trouble::OtherEdition => load_to_show::<R>(text)?,
        Err(error) => return Err(error),
    };
    if let Some(seed) = seed {
        // A seed that is not the game's own leaves a game that can only be shown.
        let _ = game.entrust(seed);
    }
    Ok(Box::new(Running::new(game)))
}
