//! Numbers as people write them, exact to the micrometre.

use crate::facts::decimal;
use longroll_table::{Heading, Length};

pub(crate) fn degrees_in(text: &str) -> Result<Heading, String> {
    let millidegrees = decimal(text, 1000).ok_or_else(|| format!("{text:?} is not an angle in degrees"))?;
    Ok(Heading::from_millidegrees(millidegrees))
}

pub(crate) fn centimetres_in(text: &str) -> Result<Length, String> {
    let digits = text.trim().trim_end_matches("cm").trim();
    decimal(digits, 10_000)
        .filter(|length| length.unsigned_abs() <= 50_000_000)
        .map(Length::from_micrometres)
        .ok_or_else(|| format!("{text:?} is not a length in centimetres"))
}

/// Centimetres with as many decimals as it takes to read the same micrometre back.
pub(crate) fn decimal_centimetres(micrometres: i64) -> String {
    let sign = if micrometres < 0 { "-" } else { "" };
    let all = micrometres.unsigned_abs();
    let text = format!("{sign}{}.{:04}", all / 10_000, all % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
