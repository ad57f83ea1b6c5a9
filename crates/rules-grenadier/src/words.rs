//! The words of formations, weapons and actions in commands.

use crate::event::Act;
use crate::kinds::{Form, Weapon};
use crate::state::State;

const FORMS: [(&str, Form); 7] = [
    ("line", Form::Line),
    ("column", Form::Column),
    ("skirmish", Form::Skirmish),
    ("limbered_line", Form::LimberedLine),
    ("limbered_column", Form::LimberedColumn),
    ("unlimbered", Form::Unlimbered),
    ("garrison", Form::Garrison),
];

pub(crate) fn form_key(form: Form) -> &'static str {
    FORMS.iter().find(|(_, known)| *known == form).map_or("line", |(key, _)| key)
}

pub(crate) fn form_named(word: &str) -> Result<Form, String> {
    let found = FORMS.iter().find(|(key, _)| *key == word).map(|(_, form)| *form);
    found.ok_or_else(|| format!("{word:?} is not a formation"))
}

pub(crate) fn weapon_key(weapon: Weapon) -> String {
    serde_json::to_value(weapon).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(crate) fn weapon_named(word: &str) -> Result<Weapon, String> {
    let word = word.trim();
    Weapon::ALL
        .into_iter()
        .find(|weapon| weapon_key(*weapon) == word)
        .ok_or_else(|| format!("{word:?} is not a weapon"))
}

pub(crate) fn act_key(act: Act) -> String {
    match act {
        Act::Form(form) => form_key(form).to_owned(),
        Act::Limber(form) => {
            format!("limber {}", if form == Form::LimberedColumn { "column" } else { "line" })
        }
        Act::Occupy(building) => format!("occupy {building}"),
        Act::Prone => "prone".to_owned(),
        Act::StandUp => "stand_up".to_owned(),
        Act::AboutFace => "about_face".to_owned(),
        Act::Unlimber => "unlimber".to_owned(),
        Act::CloseUp => "close_up".to_owned(),
        Act::OpenOut => "open_out".to_owned(),
        Act::Reface => "reface".to_owned(),
        Act::Mount => "mount".to_owned(),
        Act::Dismount => "dismount".to_owned(),
        Act::Leave => "leave".to_owned(),
        Act::TurnLeft => "turn_left".to_owned(),
        Act::TurnRight => "turn_right".to_owned(),
    }
}

pub(crate) fn act_named(state: &State, text: &str) -> Result<Act, String> {
    if let Some(building) = text.strip_prefix("occupy ") {
        if let Ok(place) = building.trim().parse() {
            return Ok(Act::Occupy(place));
        }
        let named = state
            .ground
            .buildings(&state.field)
            .find(|(_, feature, _)| feature.name.as_deref() == Some(building.trim()))
            .map(|(place, _, _)| place);
        return named.map(Act::Occupy).ok_or_else(|| format!("there is no building {building:?}"));
    }
    Ok(match text {
        "limber column" => Act::Limber(Form::LimberedColumn),
        "limber line" | "limber" => Act::Limber(Form::LimberedLine),
        "prone" => Act::Prone,
        "stand_up" => Act::StandUp,
        "about_face" => Act::AboutFace,
        "unlimber" => Act::Unlimber,
        "close_up" => Act::CloseUp,
        "open_out" => Act::OpenOut,
        "reface" => Act::Reface,
        "mount" => Act::Mount,
        "dismount" => Act::Dismount,
        "leave" => Act::Leave,
        "turn_left" => Act::TurnLeft,
        "turn_right" => Act::TurnRight,
        other => Act::Form(form_named(other)?),
    })
}

pub(crate) fn act_words(act: Act) -> String {
    match act {
        Act::Form(form) => format!("form {}", form.words()),
        Act::Limber(form) => format!("limber ({})", form.words()),
        Act::Unlimber => "unlimber".to_owned(),
        Act::Prone => "lie down".to_owned(),
        Act::StandUp => "stand up".to_owned(),
        Act::AboutFace => "about face".to_owned(),
        Act::CloseUp => "close up".to_owned(),
        Act::OpenOut => "open out".to_owned(),
        Act::Reface => "re-face".to_owned(),
        Act::Mount => "mount".to_owned(),
        Act::Dismount => "dismount".to_owned(),
        Act::Occupy(_) => "occupy the building".to_owned(),
        Act::Leave => "leave the building".to_owned(),
        Act::TurnLeft => "turn by files to the left".to_owned(),
        Act::TurnRight => "turn by files to the right".to_owned(),
    }
}
