//! The game file as a JSON Schema, for programs that read it without us.

use crate::file::{Header, Opened};
use crate::log::Line;
use longroll_kit::Ruleset;
use schemars::generate::SchemaSettings;
use schemars::{Schema, json_schema};

/// The schema of one line of a game file of this ruleset: header, opening, entry, undo or end.
pub fn game_schema<R: Ruleset>() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let header = generator.subschema_for::<Header>();
    let opened = generator.subschema_for::<Opened<R>>();
    let line = generator.subschema_for::<Line<R>>();
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("One line of a Longroll game file: {}", R::NAME),
        "description": "The file is JSON Lines: the header, the opening events, then entries and undos, then perhaps the end.",
        "anyOf": [header, opened, line],
    });
    let definitions = generator.take_definitions(true);
    schema.insert("$defs".to_owned(), definitions.into());
    schema
}
