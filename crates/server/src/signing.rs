//! Signatures and numbers as they come from browsers.

use crate::failure::{Failed, Outcome};
use longroll_game::{Broken, SeatKey, Signed, Witness, Witnessing, is_key};
use longroll_wire::Signature;
use std::str::FromStr;

fn digits<T: FromStr<Err = String>>(text: &str) -> Outcome<T> {
    text.parse().map_err(|why| Failed::bad(format!("a signature or number cannot be read: {why}")))
}

pub(crate) fn read(signed: &Signature) -> Outcome<Signed> {
    let number = signed.number.as_deref().map(digits).transpose()?;
    Ok(Signed { number, signature: digits(&signed.signature)?, as_sent: None })
}

pub(crate) fn read_witness(given: &Signature) -> Outcome<Witness> {
    let number = given.number.as_deref().ok_or_else(|| Failed::bad("a witness gives a number"))?;
    let signature = Some(digits(&given.signature)?);
    Ok(Witness { by: Witnessing::Player, number: digits(number)?, signature })
}

pub(crate) fn read_key(key: &longroll_wire::SeatKey) -> Outcome<SeatKey> {
    let read =
        SeatKey { key: digits(&key.key)?, commands: digits(&key.commands)?, witness: digits(&key.witness)? };
    if is_key(read.key) { Ok(read) } else { Err(Failed::bad("this is no good key for a seat")) }
}

/// A token that a browser has made.
pub(crate) fn check_token(token: &str) -> Outcome<()> {
    let is_good =
        token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if is_good { Ok(()) } else { Err(Failed::bad("a seat's token is 32 small letters and digits")) }
}

pub(crate) fn broken(broken: Broken) -> Failed {
    Failed::forbidden(format!("the order is not signed as this game wants it: {broken}"))
}
