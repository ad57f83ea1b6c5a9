//! Lengths as this sheet counts them.

use longroll_kit::{inches_in, plain};
use longroll_table::{Length, Point, inches};

/// Whole inches, rounded up: what the range brackets are read by (GRE-GEN-08).
pub fn inches_up(length: Length) -> u32 {
    let inch = inches(1).micrometres();
    let over = (length.micrometres() - longroll_table::GRAIN.micrometres()).max(0);
    u32::try_from((over + inch - 1) / inch).unwrap_or(u32::MAX)
}

/// So many half inches.
pub fn half_inches(halves: u32) -> Length {
    Length::from_micrometres(i64::from(halves) * (inches(1).micrometres() / 2))
}

pub(crate) fn length(value: &serde_json::Value) -> Result<Length, String> {
    inches_in(&plain(value))
}

pub(crate) fn place([x, y]: &[serde_json::Value; 2]) -> Result<Point, String> {
    Ok(Point::at(length(x)?, length(y)?))
}
