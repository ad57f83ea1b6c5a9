use crate::Clause;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Does the printed page say it, or is it our reading of a page that is silent, damaged or contradicts itself?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Clear,
    Read,
}

/// One clause of a ruleset, in our own words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: Clause,
    pub topic: String,
    pub rule: String,
    /// Where it is printed.
    pub source: String,
    pub standing: Standing,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// A reading on which players differ: a switch of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOption {
    pub id: Clause,
    /// What people call it; taken wherever the id is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    pub question: String,
    pub default: OptionChoice,
    pub alternatives: Vec<OptionChoice>,
    pub clauses: Vec<Clause>,
}

impl GameOption {
    fn goes_by(&self, name: &str) -> bool {
        self.id.as_str() == name || self.word.as_deref() == Some(name)
    }
}

/// One answer to an option's question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionChoice {
    pub key: String,
    pub means: String,
}

/// A decision of ours where the catalogue itself leaves a hole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub id: Clause,
    pub clauses: Vec<Clause>,
    pub question: String,
    pub reading: String,
    pub reason: String,
}

/// Every clause, option and ruling of one ruleset. Help pages, log tooltips and the trace are made from it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registry {
    #[serde(rename = "clause")]
    pub clauses: Vec<Entry>,
    #[serde(rename = "option", default)]
    pub options: Vec<GameOption>,
    #[serde(rename = "ruling", default)]
    pub rulings: Vec<Ruling>,
}

impl Registry {
    /// Reads a registry from its texts (clauses with options, and rulings), and checks that it agrees with itself.
    pub fn parse(clauses: &str, rulings: &str) -> Result<Registry, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Rulings {
            #[serde(rename = "ruling", default)]
            rulings: Vec<Ruling>,
        }
        let mut registry: Registry = toml::from_str(clauses).map_err(|error| error.to_string())?;
        let more: Rulings = toml::from_str(rulings).map_err(|error| error.to_string())?;
        registry.rulings.extend(more.rulings);
        registry.check()?;
        Ok(registry)
    }

    pub fn entry(&self, id: Clause) -> Option<&Entry> {
        self.clauses.iter().find(|entry| entry.id == id)
    }

    pub fn option(&self, id: Clause) -> Option<&GameOption> {
        self.options.iter().find(|option| option.id == id)
    }

    /// Everything that must have code and tests, in the order of the registry: clauses, options, rulings. Options and rulings are
    /// our own reading.
    pub fn traced(&self) -> impl Iterator<Item = (Clause, Standing)> + '_ {
        let clauses = self.clauses.iter().map(|entry| (entry.id, entry.standing));
        let options = self.options.iter().map(|option| (option.id, Standing::Read));
        clauses.chain(options).chain(self.rulings.iter().map(|ruling| (ruling.id, Standing::Read)))
    }

    pub fn rulings_on(&self, id: Clause) -> impl Iterator<Item = &Ruling> {
        self.rulings.iter().filter(move |ruling| ruling.clauses.contains(&id))
    }

    fn check(&self) -> Result<(), String> {
        let mut seen = BTreeMap::new();
        let ids = self.clauses.iter().map(|c| c.id).chain(self.options.iter().map(|o| o.id));
        let mut words = BTreeMap::new();
        for word in self.options.iter().filter_map(|option| option.word.as_deref()) {
            if words.insert(word, ()).is_some() {
                return Err(format!("two options are called {word}"));
            }
        }
        for id in ids.chain(self.rulings.iter().map(|ruling| ruling.id)) {
            if seen.insert(id, ()).is_some() {
                return Err(format!("{id} stands twice in the registry"));
            }
        }
        let named = self.options.iter().flat_map(|o| o.clauses.iter().map(move |c| (o.id, *c)));
        for (by, clause) in
            named.chain(self.rulings.iter().flat_map(|r| r.clauses.iter().map(|c| (r.id, *c))))
        {
            if self.entry(clause).is_none() {
                return Err(format!("{by} speaks of {clause}, which is no clause"));
            }
        }
        Ok(())
    }
}

/// The answers to a ruleset's options that a game is played by. Only departures from the defaults are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Settings {
    chosen: BTreeMap<Clause, String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    UnknownOption { named: String, known: Vec<Clause> },
    UnknownChoice { option: Clause, named: String, known: Vec<String> },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::UnknownOption { named, known } => {
                let known: Vec<_> = known.iter().map(ToString::to_string).collect();
                write!(f, "there is no option {named}; the options are {}", known.join(", "))
            }
            SettingsError::UnknownChoice { option, named, known } => {
                write!(f, "{option} cannot be set to {named:?}; choose one of {}", known.join(", "))
            }
        }
    }
}

impl Settings {
    pub fn read<'a>(
        registry: &Registry,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for (option, choice) in pairs {
            settings.set(registry, option, choice)?;
        }
        Ok(settings)
    }

    fn set(&mut self, registry: &Registry, option: &str, choice: &str) -> Result<(), SettingsError> {
        let found = registry.options.iter().find(|known| known.goes_by(option)).ok_or_else(|| {
            SettingsError::UnknownOption {
                named: option.to_owned(),
                known: registry.options.iter().map(|option| option.id).collect(),
            }
        })?;
        if choice == found.default.key {
            self.chosen.remove(&found.id);
        } else if found.alternatives.iter().any(|known| known.key == choice) {
            self.chosen.insert(found.id, choice.to_owned());
        } else {
            let known =
                std::iter::once(&found.default).chain(&found.alternatives).map(|c| c.key.clone()).collect();
            return Err(SettingsError::UnknownChoice { option: found.id, named: choice.to_owned(), known });
        }
        Ok(())
    }

    /// The departure chosen for an option, or nothing when its default holds.
    pub fn departure(&self, option: Clause) -> Option<&str> {
        self.chosen.get(&option).map(String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Clause, &str)> {
        self.chosen.iter().map(|(id, choice)| (*id, choice.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAUSES: &str = r#"
        [[clause]]
        id = "T-A-01"
        topic = "A"
        rule = "One thing."
        source = "1"
        standing = "clear"

        [[option]]
        id = "T-OPT-01"
        word = "which"
        question = "Which?"
        default = { key = "this", means = "this one" }
        alternatives = [{ key = "that", means = "that one" }]
        clauses = ["T-A-01"]
    "#;

    #[test]
    fn settings_keep_departures_and_refuse_the_unknown() {
        let registry = Registry::parse(CLAUSES, "").unwrap();
        let option = Clause::new("T-OPT-01");
        let settings = Settings::read(&registry, [("T-OPT-01", "that")]).unwrap();
        assert_eq!(settings.departure(option), Some("that"));
        assert_eq!(Settings::read(&registry, [("which", "that")]).unwrap(), settings);
        let settings = Settings::read(&registry, [("T-OPT-01", "this")]).unwrap();
        assert_eq!(settings.departure(option), None);
        let error = Settings::read(&registry, [("T-OPT-01", "other")]).unwrap_err();
        assert_eq!(error.to_string(), "T-OPT-01 cannot be set to \"other\"; choose one of this, that");
        let error = Settings::read(&registry, [("T-OPT-09", "this")]).unwrap_err();
        assert_eq!(error.to_string(), "there is no option T-OPT-09; the options are T-OPT-01");
    }

    #[test]
    fn a_registry_that_contradicts_itself_is_refused() {
        let twice = format!("{CLAUSES}\n{}", CLAUSES.split("[[option]]").next().unwrap());
        assert_eq!(Registry::parse(&twice, "").unwrap_err(), "T-A-01 stands twice in the registry");
        let ruling = "[[ruling]]\nid='T-R01'\nclauses=['T-B-01']\nquestion=''\nreading=''\nreason=''";
        assert_eq!(
            Registry::parse(CLAUSES, ruling).unwrap_err(),
            "T-R01 speaks of T-B-01, which is no clause"
        );
    }
}
