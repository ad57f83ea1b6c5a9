//! Dice and commands that both players, and anybody afterwards, can check. `docs/fair-dice.md` says why it is done like this.
//!
//! Each seat brings a key, which signs its commands, and two chains of numbers of which only the last is shown at the start: each
//! number is the hash of the next, so none can be exchanged later. A command shows the next number of its commander; its dice also
//! need the next number of the other seat, the witness, who shows it only once the command is fixed.

use crate::canonical::canonical;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use longroll_dice::Seed;
use longroll_kit::Side;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// How many numbers a chain has.
pub const CHAIN: u32 = 1 << 15;
/// A commander may leave out so many of his numbers at once: those that went with commands that were refused.
pub(crate) const MOST_SKIPPED: u32 = 1000;

/// The labels keep the uses of the hash apart. They are part of the file format: never change them.
mod label {
    pub(super) const LINE: &str = "longroll 2026 log line v1";
    pub(super) const COMMAND: &str = "longroll 2026 signed command v1";
    pub(super) const UNDO: &str = "longroll 2026 signed undo v1";
    pub(super) const WITNESS: &str = "longroll 2026 witnessed command v1";
    pub(super) const APPROVAL: &str = "longroll 2026 approved log v1";
    pub(super) const DICE: &str = "longroll 2026 dice of a command v1";
    pub(super) const NUMBER: &str = "longroll 2026 number before v1";
    pub(super) const KEY: &str = "longroll 2026 seat key v1";
    pub(super) const COMMANDS: &str = "longroll 2026 seat numbers for commands v1";
    pub(super) const WITNESSING: &str = "longroll 2026 seat numbers as witness v1";
    pub(super) const HOST: &str = "longroll 2026 host numbers as witness v1";
}

/// 32 bytes, written as 64 lower-case hexadecimal digits: a hash, a number of a chain, or a public key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex32(pub [u8; 32]);

/// A signature, written as 128 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex64(pub [u8; 64]);

/// What a seat shows of itself at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatKey {
    /// The public ed25519 key that signs the seat's commands.
    pub key: Hex32,
    /// The last number of the chain for its own commands.
    pub commands: Hex32,
    /// The last number of the chain for the commands of the other seat.
    pub witness: Hex32,
}

/// The keys of a game between two people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub blue: SeatKey,
    pub gray: SeatKey,
    /// The last number of the host's chain. The host stands in as witness while a player is away.
    pub host: Hex32,
}

/// How a line hangs on the lines before it, and who vouches for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The hash of all lines before this one.
    pub before: Hex32,
    /// The commander's signature; absent for an answer that was given by a standing order, and for the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signed>,
    /// Who gave the second number for the dice; absent when no dice were thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// What a player's browser adds to a command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// A fresh number of the commander's; absent for an undo, which throws nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Hex32>,
    pub signature: Hex64,
    /// The command as it was signed, if the program writes the same command differently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_sent: Option<Value>,
}

/// The second number of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    pub by: Witnessing,
    pub number: Hex32,
    /// The witness's signature under the command and the number; the host does not sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Hex64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Witnessing {
    /// The other player.
    Player,
    /// The host, because the other player was away.
    Host,
}

/// Why a seal does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The line does not follow the lines before it.
    Chain,
    Missing,
    Signature,
    /// The commander's number is not one of those to which he was committed, or was shown before.
    Number,
    WitnessMissing,
    WitnessNumber,
    WitnessSignature,
    /// A witness without a throw.
    WitnessIdle,
    /// A standing order threw dice.
    StandingThrow,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::Chain => "it does not follow the lines before it",
            Broken::Missing => "it has no signature",
            Broken::Signature => "the signature is not that of its seat for this command at this place",
            Broken::Number => "the commander's number is not the next one of his chain",
            Broken::WitnessMissing => "dice were thrown without a witness",
            Broken::WitnessNumber => "the witness's number is not the next one of his chain",
            Broken::WitnessSignature => "the signature of the witness is not his for this command",
            Broken::WitnessIdle => "a witness gave a number, but no dice were thrown",
            Broken::StandingThrow => "a standing order threw dice",
        })
    }
}

/// The numbers shown so far, and the hash of all lines so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    keys: Keys,
    head: Hex32,
    commands: [Hex32; 2],
    witness: [Hex32; 2],
    host: Hex32,
}

impl Chain {
    pub(crate) fn new(keys: &Keys) -> Chain {
        Chain {
            keys: *keys,
            head: Hex32([0; 32]),
            commands: [keys.blue.commands, keys.gray.commands],
            witness: [keys.blue.witness, keys.gray.witness],
            host: keys.host,
        }
    }

    pub(crate) fn head(&self) -> Hex32 {
        self.head
    }

    pub(crate) fn key(&self, side: Side) -> &SeatKey {
        match side {
            Side::Blue => &self.keys.blue,
            Side::Gray => &self.keys.gray,
        }
    }

    /// The next line, as it stands in the file, without its line end.
    pub(crate) fn hang(&mut self, line: &str) {
        self.head = hash(label::LINE, &[&self.head.0, line.as_bytes()]);
    }

    /// Takes note of the numbers that a line shows, right or not.
    pub(crate) fn spend(&mut self, by: Side, seal: &Seal) {
        if let Some(number) = seal.signed.as_ref().and_then(|signed| signed.number) {
            self.commands[by as usize] = number;
        }
        match seal.witness {
            Some(Witness { by: Witnessing::Player, number, .. }) => {
                self.witness[by.enemy() as usize] = number;
            }
            Some(Witness { by: Witnessing::Host, number, .. }) => self.host = number,
            None => {}
        }
    }

    /// What is signed for a command. `said` is the command as its commander wrote it.
    pub(crate) fn command_digest(&self, by: Side, said: &Value, signed: &Signed) -> Result<Hex32, Broken> {
        let number = signed.number.ok_or(Broken::Number)?;
        let last = self.commands[by as usize];
        let mut step = number;
        let is_next = (0..MOST_SKIPPED).any(|_| {
            step = before(step);
            step == last
        });
        if !is_next {
            return Err(Broken::Number);
        }
        let digest = command_digest(self.head, by, number, said);
        check(self.key(by).key, digest, signed.signature, Broken::Signature)?;
        Ok(digest)
    }

    pub(crate) fn check_undo(&self, by: Side, takes_back: u32, signed: &Signed) -> Result<(), Broken> {
        let digest = undo_digest(self.head, by, takes_back);
        check(self.key(by).key, digest, signed.signature, Broken::Signature)
    }

    /// The seed of the dice of a command, if the witness is good.
    pub(crate) fn dice_of(&self, by: Side, digest: Hex32, witness: &Witness) -> Result<Seed, Broken> {
        let last = match witness.by {
            Witnessing::Player => self.witness[by.enemy() as usize],
            Witnessing::Host => self.host,
        };
        if before(witness.number) != last {
            return Err(Broken::WitnessNumber);
        }
        if witness.by == Witnessing::Player {
            let signature = witness.signature.ok_or(Broken::WitnessSignature)?;
            let digest = witness_digest(digest, witness.number);
            check(self.key(by.enemy()).key, digest, signature, Broken::WitnessSignature)?;
        }
        Ok(dice_seed(digest, witness.number))
    }

    pub(crate) fn last_of_host(&self) -> Hex32 {
        self.host
    }

    pub(crate) fn last_number(&self, side: Side) -> Hex32 {
        self.commands[side as usize]
    }

    pub(crate) fn last_as_witness(&self, side: Side) -> Hex32 {
        self.witness[side as usize]
    }
}

/// The secret of a seat: its key and its numbers follow from 16 bytes, which a player may write down as twelve words.
#[derive(Clone)]
pub struct SeatSecret {
    key: SigningKey,
    commands: Numbers,
    witness: Numbers,
}

impl SeatSecret {
    pub fn new(bytes: [u8; 16]) -> SeatSecret {
        SeatSecret {
            key: SigningKey::from_bytes(&hash(label::KEY, &[&bytes]).0),
            commands: Numbers { first: hash(label::COMMANDS, &[&bytes]) },
            witness: Numbers { first: hash(label::WITNESSING, &[&bytes]) },
        }
    }

    /// What the seat shows at the start.
    pub fn public(&self) -> SeatKey {
        SeatKey {
            key: Hex32(self.key.verifying_key().to_bytes()),
            commands: self.commands.last(),
            witness: self.witness.last(),
        }
    }

    /// Signs a command with the number of this place, counted from 1.
    pub fn sign(&self, head: Hex32, by: Side, command: &Value, place: u32) -> Signed {
        let number = self.commands.at(place);
        let signature = self.put_under(command_digest(head, by, number, command));
        Signed { number: Some(number), signature, as_sent: None }
    }

    pub fn sign_undo(&self, head: Hex32, by: Side, takes_back: u32) -> Signed {
        let signature = self.put_under(undo_digest(head, by, takes_back));
        Signed { number: None, signature, as_sent: None }
    }

    /// Gives the number after `last` for a command of the other seat. Nothing when `last` is not a number of this chain.
    pub fn witness(&self, digest: Hex32, last: Hex32) -> Option<Witness> {
        let number = self.witness.after(last)?;
        let signature = Some(self.put_under(witness_digest(digest, number)));
        Some(Witness { by: Witnessing::Player, number, signature })
    }

    pub fn approve(&self, head: Hex32) -> Hex64 {
        self.put_under(hash(label::APPROVAL, &[&head.0]))
    }

    fn put_under(&self, digest: Hex32) -> Hex64 {
        Hex64(self.key.sign(&digest.0).to_bytes())
    }
}

impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatSecret({:?})", self.public().key)
    }
}

/// The last number of the host's chain.
pub fn host_numbers(secret: &Seed) -> Hex32 {
    Numbers::of_host(secret).last()
}

/// A chain of numbers by its secret end.
#[derive(Clone)]
pub(crate) struct Numbers {
    first: Hex32,
}

impl Numbers {
    pub(crate) fn of_host(secret: &Seed) -> Numbers {
        Numbers { first: hash(label::HOST, &[secret.bytes()]) }
    }

    fn last(&self) -> Hex32 {
        self.at(0)
    }

    /// Number 0 is shown at the start; each is the hash of the next.
    fn at(&self, place: u32) -> Hex32 {
        (place..CHAIN).fold(self.first, |number, _| before(number))
    }

    pub(crate) fn after(&self, last: Hex32) -> Option<Hex32> {
        let mut number = self.first;
        for _ in 0..CHAIN {
            let earlier = before(number);
            if earlier == last {
                return Some(number);
            }
            number = earlier;
        }
        None
    }
}

fn before(number: Hex32) -> Hex32 {
    hash(label::NUMBER, &[&number.0])
}

/// What the commander signs, and the witness after him.
pub fn command_digest(head: Hex32, by: Side, number: Hex32, command: &Value) -> Hex32 {
    hash(label::COMMAND, &[&head.0, &number.0, &[by as u8], canonical(command).as_bytes()])
}

fn undo_digest(head: Hex32, by: Side, takes_back: u32) -> Hex32 {
    hash(label::UNDO, &[&head.0, &[by as u8], &takes_back.to_le_bytes()])
}

fn witness_digest(digest: Hex32, number: Hex32) -> Hex32 {
    hash(label::WITNESS, &[&digest.0, &number.0])
}

fn dice_seed(digest: Hex32, number: Hex32) -> Seed {
    Seed::new(hash(label::DICE, &[&digest.0, &number.0]).0)
}

/// Does this seat approve of the log up to here?
pub fn is_approved(key: Hex32, head: Hex32, signature: Hex64) -> bool {
    check(key, hash(label::APPROVAL, &[&head.0]), signature, Broken::Signature).is_ok()
}

fn check(key: Hex32, digest: Hex32, signature: Hex64, otherwise: Broken) -> Result<(), Broken> {
    let key = VerifyingKey::from_bytes(&key.0).map_err(|_| otherwise)?;
    key.verify_strict(&digest.0, &Signature::from_bytes(&signature.0)).map_err(|_| otherwise)
}

fn hash(label: &str, parts: &[&[u8]]) -> Hex32 {
    let mut hasher = blake3::Hasher::new_derive_key(label);
    for part in parts {
        hasher.update(part);
    }
    Hex32(*hasher.finalize().as_bytes())
}

/// Is this a key that can sign?
pub fn is_key(key: Hex32) -> bool {
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| !key.is_weak())
}

fn written(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

macro_rules! hexadecimal {
    ($name:ident, $bytes:literal, $pattern:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&written(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let wanted = || format!("{} lower-case hexadecimal digits are wanted", 2 * $bytes);
                read::<$bytes>(text).map($name).ok_or_else(wanted)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&written(&self.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

hexadecimal!(Hex32, 32, "^[0-9a-f]{64}$");
hexadecimal!(Hex64, 64, "^[0-9a-f]{128}$");
