//! `longroll schema`: file formats as JSON Schemas.

use crate::args::{SchemaArgs, SchemaFormat};
use crate::report::{Failure, Report, json};
use crate::words::ruleset;
use longroll_ai::Appraisal;
use longroll_rulesets::Visit;
use serde_json::Value;

pub(crate) fn run(args: &SchemaArgs) -> Result<Report, Failure> {
    match &args.format {
        SchemaFormat::Scenario => Ok(Report::fine(longroll_scenario::schema_text())),
        SchemaFormat::Game { set } => json(&ruleset(set)?.visit(GameSchema)).map(Report::fine),
    }
}

struct GameSchema;

impl Visit for GameSchema {
    type Out = Value;

    fn visit<R: Appraisal>(self) -> Value {
        longroll_game::game_schema::<R>().to_value()
    }
}
