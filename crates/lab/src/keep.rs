//! A battle of an experiment fought once more, with its log.

use crate::arena::Plan;
use longroll_ai::Appraisal;
use longroll_dice::Seed;
use longroll_game::{Battle, DiceSource, Fairness, Game, Opening, Players, write_game};
use longroll_kit::Side;
use longroll_rulesets::Visit;

/// More commands than any battle takes.
const MOST_COMMANDS: usize = 100_000;

/// The game file of the battle with this seed, as `longroll play` writes it. Battles with the colours exchanged are of another scenario and
/// have none.
pub fn kept_battle(plan: &Plan, seed: u64) -> Result<String, String> {
    plan.ruleset.visit(Keep { plan, battle: plan.battle.clone(), seed })
}

struct Keep<'a> {
    plan: &'a Plan,
    battle: Battle,
    seed: u64,
}

impl Visit for Keep<'_> {
    type Out = Result<String, String>;

    fn visit<R: Appraisal>(self) -> Result<String, String> {
        let [blue, gray] = self.plan.opponents;
        let opening = Opening {
            battle: self.battle,
            settings: self.plan.settings.clone(),
            fairness: Fairness::Seed(Seed::from_number(self.seed)),
            players: Players { blue: blue.to_string(), gray: gray.to_string() },
        };
        let mut game: Game<R> = Game::start(opening).map_err(|error| error.to_string())?;
        let mut policies = [blue.policy::<R>(self.seed, Side::Blue), gray.policy::<R>(self.seed, Side::Gray)];
        while let Some(side) = game.awaiting().0.first().map(|wait| wait.side) {
            let known = R::seen(game.state(), side.into());
            let command = policies[side as usize]
                .choose(&known, side)
                .ok_or_else(|| format!("seed {}: {side} had no command to give", self.seed))?;
            game.submit(side, command, DiceSource::Seeded)
                .map_err(|error| format!("seed {}: {error}", self.seed))?;
            if game.lines().len() >= MOST_COMMANDS {
                return Err(format!("seed {}: more than {MOST_COMMANDS} commands", self.seed));
            }
        }
        game.close().map_err(|error| error.to_string())?;
        Ok(write_game(&game))
    }
}
