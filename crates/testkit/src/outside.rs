//! Commands that nobody was offered: invented from the JSON Schema of a ruleset's commands, or bent out of lawful ones. The rules
//! may refuse them or carry them out, but never break down over them.

use crate::scenarios::{Texts, setup};
use longroll_ai::{Appraisal, Opponent};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settings, Side, UnitId};
use serde_json::{Map, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of the commands.
#[derive(Clone, Copy, Default, Debug)]
pub struct Attempts {
    pub tried: u32,
    /// Not even a command of these rules.
    pub unreadable: u32,
    pub refused: u32,
    pub carried_out: u32,
}

/// Strange commands given at each moment of a battle.
const AT_A_MOMENT: u32 = 24;
/// Every so many moments the battle goes on from what a strange command led to.
const TAKEN_UP: u64 = 7;
/// Deeper than any command goes.
const DEEPEST: u32 = 12;

/// Fights battles between random opponents and puts strange commands in between, until so many were tried.
///
/// # Errors
/// The first command over which the rules broke down, with the battle and the words of the panic.
pub fn try_from_outside<R: Appraisal>(texts: Texts, number: u64, count: u32) -> Result<Attempts, String> {
    let schema = serde_json::to_value(schemars::schema_for!(R::Command)).unwrap_or_default();
    let mut numbers = Numbers(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1863);
    let mut attempts = Attempts::default();
    let mut battle = number;
    while attempts.tried < count {
        battle += 1;
        fight::<R>(texts, battle, count, &schema, &mut numbers, &mut attempts)
            .map_err(|what| format!("{} {} battle {battle}: {what}", R::ID, texts.name))?;
    }
    Ok(attempts)
}

fn fight<R: Appraisal>(
    texts: Texts,
    number: u64,
    count: u32,
    schema: &Value,
    numbers: &mut Numbers,
    attempts: &mut Attempts,
) -> Result<(), String> {
    let setup = setup(texts, Settings::default());
    let mut state = R::blank(&setup).map_err(|error| error.0.to_string())?;
    for event in R::open(&setup).map_err(|error| error.0.to_string())? {
        R::apply(&mut state, &event);
    }
    let mut policies = [Side::Blue, Side::Gray].map(|side| Opponent::Random.policy::<R>(number, side));
    for turn in 0.. {
        let Some(side) = R::awaiting(&state).0.first().map(|wait| wait.side) else { return Ok(()) };
        let Some(lawful) = policies[side as usize].choose(&R::seen(&state, side.into()), side) else {
            return Err(format!("command {turn}: {side} has no command"));
        };
        let written = serde_json::to_value(&lawful).map_err(|error| error.to_string())?;
        let mut strange = None;
        for _ in 0..AT_A_MOMENT {
            if attempts.tried >= count {
                return Ok(());
            }
            let by = if numbers.below(8) == 0 { side.enemy() } else { side };
            let command = if numbers.below(3) == 0 {
                Inventor { schema, numbers }.value(schema, 0)
            } else {
                let mut bent = written.clone();
                (0..=numbers.below(2)).for_each(|_| bend(&mut bent, numbers));
                bent
            };
            attempts.tried += 1;
            let after = guarded(|| attempt::<R>(&state, by, &command, numbers.next(), attempts))
                .map_err(|panic| format!("command {turn}, {by} gives {command}: {panic}"))?;
            strange = after.or(strange);
        }
        if let Some(after) = strange
            && numbers.below(TAKEN_UP) == 0
        {
            state = after;
            continue;
        }
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), turn));
        let events = R::handle(&state, side, &lawful, &mut dice)
            .map_err(|stop| format!("command {turn}: {written} was refused: {stop}"))?;
        events.iter().for_each(|event| R::apply(&mut state, event));
    }
    Ok(())
}

/// Gives the command, and asks everything of it that a server asks of commands from outside; the state after it, if it was
/// carried out.
fn attempt<R: Appraisal>(
    state: &R::State,
    by: Side,
    command: &Value,
    seed: u64,
    attempts: &mut Attempts,
) -> Option<R::State> {
    let unit = |name| piece(command, name).map(UnitId);
    if let Some(unit) = unit("unit").filter(|_| seed.is_multiple_of(16)) {
        let known = R::seen(state, by.into());
        R::orders(&known, by, unit);
        R::orders_together(&known, by, &[unit, UnitId(0), unit]);
        R::reaches(&known, unit);
        R::sight(&known, unit, UnitId(0));
    }
    let Ok(command) = serde_json::from_value::<R::Command>(command.clone()) else {
        attempts.unreadable += 1;
        return None;
    };
    R::label(state, &command);
    R::write_command(state, &command);
    R::engages(state, &command);
    R::strikes(state, &command);
    let mut dice = Rolling::new(Seeded::new(Seed::from_number(seed), 0));
    let Ok(events) = R::handle(state, by, &command, &mut dice) else {
        attempts.refused += 1;
        return None;
    };
    attempts.carried_out += 1;
    R::explain(state, by, &command);
    R::cost(state, by, &command);
    let mut after = state.clone();
    for event in &events {
        R::tell(&after, event);
        R::cue(&after, event);
        R::apply(&mut after, event);
    }
    for seat in Seat::ALL {
        R::view(&R::seen(&after, seat), seat);
    }
    // Nobody is awaited who has nothing to do.
    for wait in R::awaiting(&after).0 {
        R::actors(&after, wait.side);
    }
    Some(after)
}

/// Runs it, and gives the words of a panic.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words").to_owned()
    })
}

fn piece(command: &Value, name: &str) -> Option<u16> {
    match command {
        Value::Object(fields) => fields
            .get(name)
            .and_then(Value::as_u64)
            .and_then(|id| u16::try_from(id).ok())
            .or_else(|| fields.values().find_map(|inner| piece(inner, name))),
        Value::Array(list) => list.iter().find_map(|inner| piece(inner, name)),
        _ => None,
    }
}

/// Numbers without end from a counter.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// A number at which programs like to break: small, at the end of a range, or somewhere on a table.
    fn strange(&mut self) -> i64 {
        const EDGES: [i64; 22] = [
            0,
            1,
            2,
            3,
            -1,
            255,
            256,
            9_999,
            32_767,
            32_768,
            65_535,
            65_536,
            -65_536,
            1_000_000,
            -1_000_000,
            2_147_483_647,
            -2_147_483_648,
            4_294_967_295,
            4_294_967_296,
            1 << 53,
            i64::MAX,
            i64::MIN,
        ];
        match self.below(4) {
            0 => EDGES[self.below(EDGES.len() as u64) as usize],
            1 => self.below(2_000_000) as i64,
            2 => self.below(65_536) as i64,
            _ => self.below(24) as i64,
        }
    }
}

/// Changes one thing inside a command: a number, a word, the length of a list.
fn bend(value: &mut Value, numbers: &mut Numbers) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let at = numbers.below(fields.len() as u64) as usize;
            if let Some(inner) = fields.values_mut().nth(at) {
                bend(inner, numbers);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = numbers.below(list.len() as u64) as usize;
            match numbers.below(5) {
                0 => drop(list.remove(at)),
                1 => {
                    let again = list[at].clone();
                    list.push(again);
                }
                2 => {
                    let again = list[at].clone();
                    list.extend(std::iter::repeat_n(again, 60));
                }
                _ => bend(&mut list[at], numbers),
            }
        }
        Value::Number(number) => {
            let old = number.as_i64().unwrap_or(0);
            let new = match numbers.below(3) {
                0 => old.wrapping_add(numbers.below(7) as i64 - 3),
                1 => old.wrapping_neg(),
                _ => numbers.strange(),
            };
            *value = new.into();
        }
        Value::Bool(bool) => *value = (!*bool).into(),
        Value::Null => *value = numbers.strange().into(),
        Value::String(_) | Value::Array(_) | Value::Object(_) => {}
    }
}

/// Makes values that fit a schema.
struct Inventor<'a> {
    schema: &'a Value,
    numbers: &'a mut Numbers,
}

impl Inventor<'_> {
    fn value(&mut self, schema: &Value, depth: u32) -> Value {
        let root = self.schema;
        let mut schema = schema;
        while let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or(name);
            schema = root.pointer(&format!("/$defs/{name}")).unwrap_or(&Value::Null);
        }
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        for key in ["oneOf", "anyOf", "enum"] {
            if let Some(choices) = schema.get(key).and_then(Value::as_array)
                && !choices.is_empty()
            {
                let choice = &choices[self.numbers.below(choices.len() as u64) as usize];
                return if key == "enum" { choice.clone() } else { self.value(choice, depth + 1) };
            }
        }
        if let Some(first) = schema.pointer("/allOf/0") {
            return self.value(first, depth + 1);
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) if !kinds.is_empty() => {
                kinds[self.numbers.below(kinds.len() as u64) as usize].as_str()
            }
            kind => kind.and_then(Value::as_str),
        };
        match kind {
            Some("object") => self.object(schema, depth),
            Some("array") => self.list(schema, depth),
            Some("integer" | "number") => self.number(schema),
            Some("boolean") => (self.numbers.below(2) == 0).into(),
            Some("string") => "".into(),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut fields = Map::new();
        for (name, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if required.contains(&name.as_str()) || self.numbers.below(2) == 0 {
                fields.insert(name.clone(), self.value(inner, depth + 1));
            }
        }
        Value::Object(fields)
    }

    fn list(&mut self, schema: &Value, depth: u32) -> Value {
        if let Some(places) = schema.get("prefixItems").and_then(Value::as_array) {
            return places.iter().map(|place| self.value(place, depth + 1)).collect();
        }
        let length = if self.numbers.below(50) == 0 { 60 } else { self.numbers.below(4) };
        let inner = schema.get("items").unwrap_or(&Value::Null);
        (0..length).map(|_| self.value(inner, depth + 1)).collect()
    }

    /// Mostly within the range that the schema names, for otherwise hardly anything could be read.
    fn number(&mut self, schema: &Value) -> Value {
        let number = self.numbers.strange();
        let bound = |key| schema.get(key).and_then(Value::as_i64);
        let most = match schema.get("format").and_then(Value::as_str) {
            Some("uint8") => 255,
            Some("uint16") => 65_535,
            Some("uint32") => i64::from(u32::MAX),
            Some("int32") => i64::from(i32::MAX),
            _ => i64::MAX,
        };
        let (least, most) = (bound("minimum").unwrap_or(i64::MIN), bound("maximum").unwrap_or(most));
        if self.numbers.below(50) == 0 { number.into() } else { number.clamp(least, most).into() }
    }
}
