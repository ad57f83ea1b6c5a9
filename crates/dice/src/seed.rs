//! The secret of a game from which all its drawn dice follow.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The labels keep the two uses of the hash apart. They are part of the file format: never change them.
const FROM_NUMBER: &str = "longroll 2026 game seed from a number v1";
const COMMITMENT: &str = "longroll 2026 game seed commitment v1";

/// A game's seed: 32 bytes. Whoever knows it knows every die to come, so it is shown only after the game;
/// its [commitment](Seed::commitment) is shown before.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

/// Why a text is not a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a seed is written as 64 hexadecimal digits")]
pub struct BadSeed;

impl Seed {
    /// A seed of these bytes, which should come from the system's random source if the dice are to be fair.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed that belongs to a plain number, for simulations and tests. Such a seed can be guessed.
    pub fn from_number(number: u64) -> Self {
        Self(blake3::derive_key(FROM_NUMBER, &number.to_le_bytes()))
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// What can be shown before the game to prove afterwards that the seed was fixed: 64 hexadecimal digits
    /// that fit this seed only and do not give it away.
    pub fn commitment(&self) -> String {
        blake3::Hash::from_bytes(blake3::derive_key(COMMITMENT, &self.0)).to_hex().to_string()
    }
}

/// Shows the commitment, so that a seed never slips into a debug log.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(committed to {})", self.commitment())
    }
}

impl FromStr for Seed {
    type Err = BadSeed;

    fn from_str(text: &str) -> Result<Self, BadSeed> {
        blake3::Hash::from_hex(text).map(|hash| Self(*hash.as_bytes())).map_err(|_| BadSeed)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Seed {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9A-Fa-f]{64}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_there_and_back() {
        let mut bytes = [0; 32];
        bytes[0] = 0x0f;
        bytes[31] = 0xa0;
        let seed = Seed::new(bytes);
        let hex = format!("0f{}a0", "00".repeat(30));
        assert_eq!(seed.to_hex(), hex);
        assert_eq!(hex.parse::<Seed>().unwrap(), seed);
        assert_eq!(serde_json::to_value(&seed).unwrap(), serde_json::Value::from(hex.clone()));
        assert_eq!(serde_json::from_value::<Seed>(hex.to_uppercase().into()).unwrap(), seed);
        for bad in ["", "0f", "zz", &hex[1..], &format!("{hex}0")] {
            assert_eq!(bad.parse::<Seed>(), Err(BadSeed));
        }
    }

    #[test]
    fn numbers_give_unlike_seeds_and_commitments_do_not_show_them() {
        let seeds: Vec<Seed> = (0..50).map(Seed::from_number).collect();
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed));
            assert_ne!(seed.commitment(), seed.to_hex());
            assert_eq!(seed.commitment().len(), 64);
            assert!(!format!("{seed:?}").contains(&seed.to_hex()));
        }
    }
}
