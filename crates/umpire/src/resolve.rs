//! One procedure with the dice that lie on the table, typed in roll by roll; or with dice from the screen for those that are missing.

use longroll_dice::{FaceList, Faces, Read, Reading, Roll, Rolling, Seed, Seeded, Thrown, Wanted};
use longroll_kit::{Outcome, Settings};
use longroll_rulesets::RulesetId;
use longroll_wire::{DiceLine, RollWanted, roll_wanted, roll_words};
use serde_json::Value;

/// How far a procedure has come.
#[derive(Clone, PartialEq, Debug)]
pub enum Resolution {
    /// These dice are to be thrown next.
    Wants {
        roll: RollWanted,
        thrown: Vec<DiceLine>,
    },
    Done {
        outcome: Outcome,
        thrown: Vec<DiceLine>,
    },
}

/// It cannot be carried out: in a plain sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble(pub String);

/// More rolls than any procedure asks for.
const MOST_ROLLS: usize = 1000;

/// Typed lists first, then, if there is a seed, dice from the screen.
struct OnTheTable {
    typed: std::vec::IntoIter<Vec<u8>>,
    screen: Option<Seeded>,
}

impl Faces for OnTheTable {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        match (self.typed.next(), &mut self.screen) {
            (Some(list), _) => {
                out.extend_from_slice(&list);
                Ok(())
            }
            (None, Some(screen)) => screen.faces(roll, out),
            (None, None) => Err(Wanted::NotThrown { roll: *roll, given: 0 }),
        }
    }
}

/// Runs a procedure from facts. `screen`: where dice come from that were not thrown by hand.
pub fn resolve(
    set: RulesetId,
    settings: &Settings,
    procedure: &str,
    facts: &Value,
    rolls: Vec<Vec<u8>>,
    screen: Option<&Seed>,
) -> Result<Resolution, Trouble> {
    let known = set.procedures().iter().find(|known| known.name == procedure);
    let known = known.ok_or_else(|| Trouble(format!("{set} has no procedure of this name")))?;
    if rolls.len() > MOST_ROLLS {
        return Err(Trouble("these are more rolls than any procedure asks for".to_owned()));
    }
    let prepared = (known.prepare)(facts, settings).map_err(|error| Trouble(error.to_string()))?;
    let typed = rolls.len();
    let source =
        OnTheTable { typed: rolls.into_iter(), screen: screen.map(|seed| Seeded::new(seed.clone(), 0)) };
    let mut dice = Rolling::new(source);
    let result = prepared(&mut dice);
    let (source, thrown) = dice.into_parts();
    let lines = thrown.iter().enumerate().map(|(place, one)| dice_line(one, place < typed)).collect();
    match result {
        Ok(_) if source.typed.len() > 0 => {
            Err(Trouble("more dice were typed in than the rule asks for".to_owned()))
        }
        Ok(outcome) => Ok(Resolution::Done { outcome, thrown: lines }),
        Err(Wanted::NotThrown { roll, .. }) => {
            Ok(Resolution::Wants { roll: wanted(set, &roll), thrown: lines })
        }
        Err(other) => Err(Trouble(other.to_string())),
    }
}

fn wanted(set: RulesetId, roll: &Roll) -> RollWanted {
    let topic = set.registry().entry(roll.clause).map(|entry| entry.topic.clone()).unwrap_or_default();
    RollWanted { topic, ..roll_wanted(roll) }
}

fn dice_line(thrown: &Thrown, by_hand: bool) -> DiceLine {
    let roll = thrown.roll();
    let reading = match (thrown.reading(), roll.read) {
        (Reading::Number(number), Read::AtLeast(_)) => format!("{number} of {}", roll.n),
        (Reading::Number(number), _) => number.to_string(),
        (Reading::Faces(faces), _) => faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    };
    DiceLine {
        clause: thrown.clause.to_string(),
        roll: roll_words(&roll),
        faces: thrown.faces.to_vec(),
        reading,
        by_hand,
    }
}
