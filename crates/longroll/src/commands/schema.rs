//! `longroll schema`: file formats as JSON Schemas.

use crate::args::{SchemaArgs, SchemaFormat};
use crate::report::{Failure, Report};

pub(crate) fn run(args: &SchemaArgs) -> Result<Report, Failure> {
    match args.format {
        SchemaFormat::Scenario => Ok(Report::fine(longroll_scenario::schema_text())),
    }
}
