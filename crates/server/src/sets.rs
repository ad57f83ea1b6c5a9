//! Where the ruleset of a game is learnt at run time.

use crate::running::Running;
use crate::table::Table;
use longroll_ai::Appraisal;
use longroll_dice::Seed;
use longroll_game::{
    Game, Header, LoadError, Opening, OpeningError, Verified, VerifyError, load, load_to_show, write_game,
};
use longroll_rulesets::{RulesetId, Visit};

/// A game that was just started, with the first lines of its file.
#[derive(Debug)]
pub(crate) struct Started {
    pub table: Box<dyn Table>,
    pub lines: Vec<String>,
}

pub(crate) fn start(set: RulesetId, opening: Opening) -> Result<Started, OpeningError> {
    set.visit(Start(opening))
}

/// Reads a game from its file; the seed, if we have it, makes it go on.
pub(crate) fn resume(set: RulesetId, text: &str, seed: Option<Seed>) -> Result<Box<dyn Table>, LoadError> {
    set.visit(Resume { text, seed })
}

pub(crate) fn verify(set: RulesetId, text: &str) -> Result<Verified, VerifyError> {
    set.visit(Verify(text))
}

struct Verify<'a>(&'a str);

impl Visit for Verify<'_> {
    type Out = Result<Verified, VerifyError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        longroll_game::verify::<R>(self.0)
    }
}

struct Start(Opening);

impl Visit for Start {
    type Out = Result<Started, OpeningError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let game = Game::<R>::start(self.0)?;
        let lines = write_game(&game).split_inclusive('\n').map(str::to_owned).collect();
        Ok(Started { table: Box::new(Running::new(game)), lines })
    }
}

struct Resume<'a> {
    text: &'a str,
    seed: Option<Seed>,
}

impl Visit for Resume<'_> {
    type Out = Result<Box<dyn Table>, LoadError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let mut game = match load::<R>(self.text) {
            Ok(game) => game,
            Err(error) if error.trouble == longroll_game::Trouble::OtherEdition => {
                load_to_show::<R>(self.text)?
            }
            Err(error) => return Err(error),
        };
        if let Some(seed) = self.seed {
            // A seed that is not the game's own leaves a game that can only be shown.
            let _ = game.entrust(seed);
        }
        Ok(Box::new(Running::new(game)))
    }
}

/// The lines of a game file, each with its line end, and what the file says of itself.
pub(crate) fn read_header(text: &str) -> Result<Header, LoadError> {
    longroll_game::peek(text)
}
