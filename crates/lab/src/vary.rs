//! Questions of the kind "what if": one thing of a scenario, or one option of a ruleset, takes several values.

use longroll_game::{Battle, ScenarioText};
use longroll_kit::{Settings, SettingsError};
use longroll_rulesets::RulesetId;
use std::fmt;
use toml::{Table, Value};

/// A question that cannot be asked, and what to ask instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// One thing that is varied, such as `gray.men=0.5..1.5`.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    pub key: String,
    aim: Aim,
    pub steps: Vec<Step>,
}

/// What is varied.
#[derive(Clone, PartialEq, Debug)]
pub enum Aim {
    /// Values in the scenario's own text, by their places in it.
    Scenario(Vec<Vec<Part>>),
    /// How many turns the battle lasts, which every ruleset has as a setting of its own.
    Turns,
    /// An option of these rulesets.
    Option(String, Vec<RulesetId>),
}

/// A part of the way to a value: a key of a table, or a place in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Key(String),
    Place(usize),
}

/// One value that it takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// As it is written: `0.75`, `veteran`.
    pub label: String,
    change: Change,
    /// Is this how the scenario has it, or the option's default?
    pub is_as_written: bool,
}

#[derive(Clone, PartialEq, Debug)]
enum Change {
    /// Times so many thousandths.
    Times(i64),
    Whole(i64),
    Word(String),
}

/// More steps than anybody can read.
const MOST_STEPS: i64 = 101;
const USUAL_STEPS: i64 = 5;
const WHAT: &str = "blue.men, gray.UNIT.men, blue.FORMATION.quality, objectives.NAME.points, minutes, turns, overrides.SET.KEY, or an option such as QP-OPT-01";

impl Variation {
    /// Reads `KEY=VALUES`. Numbers with a decimal point multiply what the scenario says, whole numbers and words take its place:
    /// `gray.men=0.5..1.5`, `objectives.ridge.points=1..5:3`, `blue.iron-brigade.quality=green,veteran`, `QP-OPT-01=*`.
    pub fn parse(text: &str, battle: &Battle, sets: &[RulesetId]) -> Result<Variation, Wrong> {
        let Some((key, values)) = text.split_once('=').map(|(key, values)| (key.trim(), values.trim()))
        else {
            return Err(Wrong(format!(
                "{text:?} varies nothing; write a key and its values, such as gray.men=0.5..1.5; keys are {WHAT}"
            )));
        };
        let scenario = table(battle)?;
        if let Some(option) = option_steps(key, values, sets)? {
            return Ok(option);
        }
        let changes = read_values(key, values)?;
        let aim = if key == "turns" { Aim::Turns } else { Aim::Scenario(places(&scenario, key)?) };
        let mut steps = Vec::new();
        for change in changes {
            let label = change.label();
            if aim == Aim::Turns && !matches!(change, Change::Whole(_)) {
                return Err(Wrong(format!("turns are whole numbers, not {label}; write turns=6..12")));
            }
            let is_as_written = match &aim {
                Aim::Scenario(places) => {
                    places.iter().all(|place| change.changes_nothing(at(&scenario, place)))
                }
                _ => false,
            };
            steps.push(Step { label, change, is_as_written });
        }
        Ok(Variation { key: key.to_owned(), aim, steps })
    }

    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// The same question with other numbers: thousandths of what is there, or whole numbers.
    pub fn with_numbers(&self, numbers: &[i64]) -> Variation {
        let is_times = self.steps.iter().any(|step| matches!(step.change, Change::Times(_)));
        let change = |number: &i64| if is_times { Change::Times(*number) } else { Change::Whole(*number) };
        let step = |number| {
            let change = change(number);
            Step { label: change.label(), change, is_as_written: false }
        };
        Variation { steps: numbers.iter().map(step).collect(), ..self.clone() }
    }

    /// The scenario and the settings of a ruleset with this step taken.
    pub fn applied(
        &self,
        step: &Step,
        battle: &Battle,
        settings: &[(String, String)],
        set: RulesetId,
    ) -> Result<(Battle, Vec<(String, String)>), Wrong> {
        let mut settings = settings.to_vec();
        let mut scenario = table(battle)?;
        match &self.aim {
            Aim::Option(option, of) => {
                if of.contains(&set) {
                    settings.push((option.clone(), step.label.clone()));
                }
                return Ok((battle.clone(), settings));
            }
            Aim::Turns => {
                let Change::Whole(turns) = step.change else { return Ok((battle.clone(), settings)) };
                set_turns(&mut scenario, set, turns)?;
            }
            Aim::Scenario(places) => {
                for place in places {
                    change(&mut scenario, place, &step.change).ok_or_else(|| {
                        Wrong(format!("{} cannot be {}: it is no number there", self.key, step.label))
                    })?;
                }
            }
        }
        let ScenarioText { name, geojson, .. } = battle.text().clone();
        let toml = toml::to_string(&scenario).map_err(|error| Wrong(error.to_string()))?;
        let changed = Battle::read(ScenarioText { name, toml, geojson }).map_err(|mistakes| {
            let first = mistakes
                .first()
                .map(|mistake| format!("{} {}", mistake.place, mistake.what))
                .unwrap_or_default();
            Wrong(format!("with {} = {} the scenario has a mistake: {}", self.key, step.label, first.trim()))
        })?;
        Ok((changed, settings))
    }
}

impl Step {
    /// The number of the step: thousandths for factors; nothing for words.
    pub fn number(&self) -> Option<i64> {
        match self.change {
            Change::Times(number) | Change::Whole(number) => Some(number),
            Change::Word(_) => None,
        }
    }

    /// Where it stands on an axis.
    pub fn value(&self) -> Option<f64> {
        match self.change {
            Change::Times(thousandths) => Some(thousandths as f64 / 1000.0),
            Change::Whole(number) => Some(number as f64),
            Change::Word(_) => None,
        }
    }
}

/// All ways to take one step of each.
pub fn grid(variations: &[Variation]) -> Vec<Vec<&Step>> {
    variations.iter().fold(vec![Vec::new()], |grid, variation| {
        let each = |point: &Vec<_>| {
            let longer = |step| point.iter().copied().chain([step]).collect::<Vec<_>>();
            variation.steps.iter().map(longer).collect::<Vec<_>>()
        };
        grid.iter().flat_map(each).collect()
    })
}

impl Change {
    fn label(&self) -> String {
        match self {
            Change::Times(thousandths) => {
                let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
                let text = text.trim_end_matches('0');
                if text.ends_with('.') { format!("{text}0") } else { text.to_owned() }
            }
            Change::Whole(number) => number.to_string(),
            Change::Word(word) => word.clone(),
        }
    }

    fn changes_nothing(&self, there: Option<&Value>) -> bool {
        match self {
            Change::Times(thousandths) => *thousandths == 1000,
            Change::Whole(number) => there.and_then(Value::as_integer) == Some(*number),
            Change::Word(word) => there.and_then(Value::as_str) == Some(word),
        }
    }
}

fn table(battle: &Battle) -> Result<Table, Wrong> {
    battle.text().toml.parse().map_err(|error: toml::de::Error| Wrong(error.to_string()))
}

/// An option of one of the rulesets: words, or `*` for all its choices.
fn option_steps(key: &str, values: &str, sets: &[RulesetId]) -> Result<Option<Variation>, Wrong> {
    let found: Vec<_> = sets
        .iter()
        .filter_map(|set| {
            let options = set.registry().options.iter();
            let mut named =
                options.filter(|option| option.id.as_str() == key || option.word.as_deref() == Some(key));
            Some((*set, named.next()?))
        })
        .collect();
    let Some((_, option)) = found.first() else {
        // An option of a ruleset that is not fought by.
        let elsewhere =
            |set: &&RulesetId| set.registry().options.iter().any(|option| option.id.as_str() == key);
        return match RulesetId::ALL.iter().find(elsewhere) {
            Some(set) => Err(Wrong(format!("{key} is an option of {set}; add --ruleset {set}"))),
            None => Ok(None),
        };
    };
    let words: Vec<&str> = if values == "*" {
        std::iter::once(&option.default)
            .chain(&option.alternatives)
            .map(|choice| choice.key.as_str())
            .collect()
    } else {
        values.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
    };
    if words.is_empty() {
        return Err(Wrong(format!("{key} has no values; write {key}=* for all its choices")));
    }
    for (set, _) in &found {
        for word in &words {
            Settings::read(set.registry(), [(key, *word)])
                .map_err(|error: SettingsError| Wrong(error.to_string()))?;
        }
    }
    let step = |word: &&str| Step {
        label: (*word).to_owned(),
        change: Change::Word((*word).to_owned()),
        is_as_written: *word == option.default.key,
    };
    Ok(Some(Variation {
        key: key.to_owned(),
        steps: words.iter().map(step).collect(),
        aim: Aim::Option(key.to_owned(), found.iter().map(|(set, _)| *set).collect()),
    }))
}

/// `A..B`, `A..B:STEPS` or a list with commas.
fn read_values(key: &str, values: &str) -> Result<Vec<Change>, Wrong> {
    let Some((low, rest)) = values.split_once("..") else {
        let words: Vec<&str> = values.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return Err(Wrong(format!("{key} has no values; write {key}=A..B, or a list with commas")));
        }
        return Ok(words
            .into_iter()
            .map(|word| number(word).unwrap_or_else(|| Change::Word(word.to_owned())))
            .collect());
    };
    let (high, steps) = match rest.split_once(':') {
        Some((high, steps)) => {
            let steps = steps.trim().parse().ok().filter(|steps| (2..=MOST_STEPS).contains(steps));
            let wrong =
                || Wrong(format!("{key}: after the colon stands how many values, from 2 to {MOST_STEPS}"));
            (high, steps.ok_or_else(wrong)?)
        }
        None => (rest, USUAL_STEPS),
    };
    let wrong = || {
        Wrong(format!(
            "{key}: {values:?} is no interval; write {key}=0.5..1.5 to multiply, or {key}=1..5 for whole numbers"
        ))
    };
    let (low, high) = (number(low.trim()).ok_or_else(wrong)?, number(high.trim()).ok_or_else(wrong)?);
    let (is_times, low, high) = match (low, high) {
        (Change::Whole(low), Change::Whole(high)) => (false, low, high),
        (low, high) => {
            let times = |change| match change {
                Change::Times(thousandths) => Some(thousandths),
                Change::Whole(number) => number.checked_mul(1000),
                Change::Word(_) => None,
            };
            (true, times(low).ok_or_else(wrong)?, times(high).ok_or_else(wrong)?)
        }
    };
    if low >= high {
        return Err(Wrong(format!("{key}: the interval {values} is empty; the smaller number comes first")));
    }
    let mut numbers: Vec<i64> =
        (0..steps).map(|step| low + ((high - low) * step * 2 + steps - 1) / ((steps - 1) * 2)).collect();
    numbers.dedup();
    Ok(numbers
        .into_iter()
        .map(|number| if is_times { Change::Times(number) } else { Change::Whole(number) })
        .collect())
}

/// A number from 0 to a million: whole, or with a point and up to three decimals.
fn number(text: &str) -> Option<Change> {
    const MOST: i64 = 1_000_000;
    let Some((whole, decimals)) = text.split_once('.') else {
        return text.parse().ok().filter(|number| (0..=MOST).contains(number)).map(Change::Whole);
    };
    let is_fit = (1..=3).contains(&decimals.len()) && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let whole: i64 = whole.parse().ok().filter(|whole| is_fit && (0..=MOST / 1000).contains(whole))?;
    let decimals: i64 = format!("{decimals:0<3}").parse().ok()?;
    Some(Change::Times(whole * 1000 + decimals))
}

fn at<'a>(table: &'a Table, place: &[Part]) -> Option<&'a Value> {
    let (first, rest) = place.split_first()?;
    let Part::Key(key) = first else { return None };
    rest.iter().try_fold(table.get(key)?, |value, part| match part {
        Part::Key(key) => value.get(key),
        Part::Place(place) => value.get(*place),
    })
}

/// Changes what is there, or puts a new value into the table that is there; nothing where that makes no sense.
fn change(table: &mut Table, place: &[Part], change: &Change) -> Option<()> {
    let (last, way) = place.split_last()?;
    let new = match change {
        Change::Times(thousandths) => {
            let there = at(table, place)?.as_integer()?;
            let product = (there.checked_mul(*thousandths)? + 500) / 1000;
            Value::Integer(product.max(i64::from(there > 0)))
        }
        Change::Whole(number) => Value::Integer(*number),
        Change::Word(word) => Value::String(word.clone()),
    };
    let Part::Key(last) = last else { return None };
    let Some((first, way)) = way.split_first() else {
        table.insert(last.clone(), new);
        return Some(());
    };
    let Part::Key(first) = first else { return None };
    let mut value = table.entry(first.clone()).or_insert_with(|| Value::Table(Table::new()));
    for part in way {
        value = match part {
            Part::Key(key) => {
                value.as_table_mut()?.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()))
            }
            Part::Place(place) => value.get_mut(*place)?,
        };
    }
    value.as_table_mut()?.insert(last.clone(), new);
    Some(())
}

fn set_turns(scenario: &mut Table, set: RulesetId, turns: i64) -> Result<(), Wrong> {
    let key = turns_key(set);
    let place = ["overrides", set.id(), key].map(|part| Part::Key(part.to_owned()));
    change(scenario, &place, &Change::Whole(turns))
        .ok_or_else(|| Wrong(format!("the settings for {set} are no table")))
}

/// What a ruleset calls the length of a battle among its settings.
pub(crate) fn turns_key(set: RulesetId) -> &'static str {
    match set {
        RulesetId::Quickplay => "rounds",
        RulesetId::Potomac | RulesetId::DeadlyField | RulesetId::Grenadier | RulesetId::JohnnyReb => "turns",
    }
}

/// Every place that a key means.
fn places(scenario: &Table, key: &str) -> Result<Vec<Vec<Part>>, Wrong> {
    let parts: Vec<&str> = key.split('.').collect();
    let unknown = || Wrong(format!("{key:?} is nothing of this scenario; keys are {WHAT}"));
    match parts.as_slice() {
        ["minutes" | "first"] => Ok(vec![way(&[key])]),
        ["objectives", id, field @ ("points" | "radius_yards" | "owner")] => {
            let all = scenario.get("objectives").and_then(Value::as_array);
            let list = all.map(Vec::as_slice).unwrap_or_default();
            let place = position(list, id)
                .ok_or_else(|| Wrong(format!("there is no objective {id:?}; they are: {}", ids(list))))?;
            Ok(vec![vec![
                Part::Key("objectives".to_owned()),
                Part::Place(place),
                Part::Key((*field).to_owned()),
            ]])
        }
        ["objectives", _, field] => {
            Err(Wrong(format!("objectives have no {field:?}; vary points, radius_yards or owner")))
        }
        ["overrides", set, _, ..] => {
            RulesetId::parse(set).map_err(|error| Wrong(error.to_string()))?;
            Ok(vec![way(&parts)])
        }
        [side @ ("blue" | "gray"), field] => of_units(scenario, side, None, field),
        [side @ ("blue" | "gray"), id, "rating"] => of_commander(scenario, side, id),
        [side @ ("blue" | "gray"), id, field] => of_units(scenario, side, Some(id), field),
        _ => Err(unknown()),
    }
}

fn way(parts: &[&str]) -> Vec<Part> {
    parts.iter().map(|part| Part::Key((*part).to_owned())).collect()
}

fn list_of<'a>(scenario: &'a Table, side: &str, list: &str) -> &'a [Value] {
    let found = scenario.get("sides").and_then(|sides| sides.get(side)?.get(list)?.as_array());
    found.map(Vec::as_slice).unwrap_or_default()
}

fn position(list: &[Value], id: &str) -> Option<usize> {
    list.iter().position(|item| item.get("id").and_then(Value::as_str) == Some(id))
}

fn ids(list: &[Value]) -> String {
    let ids: Vec<&str> = list.iter().filter_map(|item| item.get("id")?.as_str()).collect();
    ids.join(", ")
}

fn of_commander(scenario: &Table, side: &str, id: &str) -> Result<Vec<Vec<Part>>, Wrong> {
    let formations = list_of(scenario, side, "formations");
    let place = position(formations, id).filter(|place| formations[*place].get("commander").is_some());
    let place = place.ok_or_else(|| {
        Wrong(format!("no commander leads {id:?} on the side {side}; formations are: {}", ids(formations)))
    })?;
    let mut whole = way(&["sides", side, "formations"]);
    whole.push(Part::Place(place));
    whole.extend(way(&["commander", "rating"]));
    Ok(vec![whole])
}

/// A field of a unit, of all units of a formation and those below it, or of all units of a side.
fn of_units(scenario: &Table, side: &str, id: Option<&str>, field: &str) -> Result<Vec<Vec<Part>>, Wrong> {
    const FIELDS: [&str; 8] = ["men", "guns", "quality", "weapon", "posture", "branch", "weight", "facing"];
    if !FIELDS.contains(&field) {
        return Err(Wrong(format!("units have no {field:?} to vary; vary one of {}", FIELDS.join(", "))));
    }
    let (units, formations) = (list_of(scenario, side, "units"), list_of(scenario, side, "formations"));
    let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
    let is_below = |formation: Option<String>, id: &str| {
        let mut next = formation;
        for _ in 0..=formations.len() {
            match next {
                Some(name) if name == id => return true,
                Some(name) => {
                    next = position(formations, &name).and_then(|place| text(&formations[place], "parent"))
                }
                None => return false,
            }
        }
        false
    };
    let is_meant = |unit: &Value| {
        id.is_none_or(|id| text(unit, "id").as_deref() == Some(id) || is_below(text(unit, "formation"), id))
    };
    let meant: Vec<usize> = (0..units.len()).filter(|place| is_meant(&units[*place])).collect();
    if meant.is_empty() {
        let id = id.unwrap_or_default();
        return Err(Wrong(format!(
            "the side {side} has no unit and no formation {id:?}; units are: {}; formations are: {}",
            ids(units),
            ids(formations)
        )));
    }
    let mut found = Vec::new();
    for place in meant {
        let mut whole = way(&["sides", side, "units"]);
        whole.push(Part::Place(place));
        match units[place].get(field) {
            Some(Value::Array(models)) => {
                for model in 0..models.len() {
                    let mut count = whole.clone();
                    count.extend([
                        Part::Key(field.to_owned()),
                        Part::Place(model),
                        Part::Key("count".to_owned()),
                    ]);
                    found.push(count);
                }
            }
            Some(_) => {
                whole.push(Part::Key(field.to_owned()));
                found.push(whole);
            }
            None => {}
        }
    }
    if found.is_empty() {
        return Err(Wrong(format!("no unit that {side}.{} means says its {field}", id.unwrap_or("*"))));
    }
    Ok(found)
}
