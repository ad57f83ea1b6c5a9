//! What an opponent says of a decision: what he intends, the chance he sees, and what spoke against the next best.

use crate::{Appraisal, CERTAIN, CameOut, Considered, Decision};
use longroll_kit::{Seat, Side, Thought, UnitId, side_name};
use std::collections::BTreeMap;

/// The decision in words, from what the side knows.
pub fn thought<R: Appraisal>(known: &R::State, side: Side, decision: &Decision<R::Command>) -> Thought {
    let Decision { chosen, others } = decision;
    let label = R::label(known, &chosen.command);
    let next = others.first().filter(|other| !other.outs.is_empty());
    let who = next.and_then(|_| brigade_of::<R>(known, &chosen.command));
    let mut intent = who.map_or_else(|| label.clone(), |brigade| format!("{brigade}: {label}"));
    let why = next.and_then(|next| reason(side, chosen, next));
    if let Some(why) = why {
        intent.push_str(&format!("; {why}"));
    }
    Thought {
        intent,
        chance: thousandths(chosen.chance),
        between: bounds(chosen.chance, chosen.error, chosen.outs.len()),
        runner_up: next.map(|next| R::label(known, &next.command)),
        against: next.map(|next| against(side, chosen, next)),
        trials: u32::try_from(chosen.outs.len()).unwrap_or(u32::MAX),
    }
}

/// Two standard errors to either side, in thousandths.
pub fn bounds(chance: i64, error: i64, trials: usize) -> Option<[u32; 2]> {
    (trials > 1).then(|| {
        let wide = error.saturating_mul(2);
        [thousandths(chance.saturating_sub(wide)), thousandths(chance.saturating_add(wide))]
    })
}

/// A chance in thousandths.
pub fn thousandths(chance: i64) -> u32 {
    u32::try_from((chance.clamp(0, CERTAIN) + 5) / 10).unwrap_or(0)
}

/// The formation of the first piece that the command names.
fn brigade_of<R: Appraisal>(known: &R::State, command: &R::Command) -> Option<String> {
    let unit = first_unit(&serde_json::to_value(command).ok()?)?;
    let view = R::view(known, Seat::Spectator);
    let formation = view.units.into_iter().find(|found| found.id == unit)?.formation;
    (!formation.is_empty()).then_some(formation)
}

/// The first piece that a command names as the one that acts.
fn first_unit(command: &serde_json::Value) -> Option<UnitId> {
    const NAMES: [&str; 5] = ["unit", "units", "lead", "officer", "leader"];
    match command {
        serde_json::Value::Object(fields) => NAMES
            .iter()
            .find_map(|name| fields.get(*name).and_then(piece))
            .or_else(|| fields.values().find_map(first_unit)),
        serde_json::Value::Array(list) => list.iter().find_map(first_unit),
        _ => None,
    }
}

fn piece(value: &serde_json::Value) -> Option<UnitId> {
    match value {
        serde_json::Value::Array(list) => list.first().and_then(piece),
        other => other.as_u64().and_then(|id| u16::try_from(id).ok()).map(UnitId),
    }
}

/// What speaks for the chosen one before the next: what happens more often after it, and what it costs the enemy.
fn reason<C>(side: Side, chosen: &Considered<C>, next: &Considered<C>) -> Option<String> {
    let mut parts = Vec::new();
    let [own, enemy] = losses(side, chosen, next);
    if enemy >= 2 {
        parts.push(format!("it should cost the {} {} more", side_name(side.enemy()), tenths(enemy)));
    }
    if own <= -2 {
        parts.push(format!("it should spare us {}", tenths(-own)));
    }
    if parts.is_empty()
        && let Some((event, with, without)) = more_often(chosen, next)
    {
        parts.push(format!("after it “{event}” comes in {with} of {without} trials"));
    }
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// What speaks for a command and what against it, beside another one.
pub fn for_and_against<C>(side: Side, one: &Considered<C>, other: &Considered<C>) -> [Vec<String>; 2] {
    let [mut reasons, mut risks] = [Vec::new(), Vec::new()];
    let [own, enemy] = losses(side, one, other);
    let foe = side_name(side.enemy());
    if enemy >= 2 {
        reasons.push(format!("costs the {foe} {} more on average", tenths(enemy)));
    }
    if own <= -2 {
        reasons.push(format!("costs you {} less on average", tenths(-own)));
    }
    if own >= 2 {
        risks.push(format!("costs you {} more on average", tenths(own)));
    }
    if enemy <= -2 {
        risks.push(format!("costs the {foe} {} less on average", tenths(-enemy)));
    }
    for (event, trials) in common(one).into_iter().take(6) {
        let (with, without) = split(one, &event);
        let words = format!("{event}: in {trials} of {} trials", one.outs.len());
        let list = if with < without { &mut risks } else { &mut reasons };
        // what comes in every trial, or makes no difference, is neither
        if (with - without).abs() > 300 && list.len() < 3 {
            list.push(words);
        }
    }
    [reasons, risks]
}

/// What came in some trials and not in all, the most frequent first.
fn common<C>(one: &Considered<C>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for event in one.outs.iter().flat_map(|out| &out.events) {
        *counts.entry(event).or_default() += 1;
    }
    let open = |count: &usize| *count >= 2 && *count + 2 <= one.outs.len();
    let mut list: Vec<(String, usize)> = counts
        .into_iter()
        .filter(|(_, count)| open(count))
        .map(|(event, count)| (event.clone(), count))
        .collect();
    list.sort_by_key(|(event, count)| (std::cmp::Reverse(*count), event.clone()));
    list
}

/// The average chance of the trials with the event, and of those without it.
fn split<C>(one: &Considered<C>, event: &str) -> (i64, i64) {
    let mean = |has: bool| {
        let of: Vec<i64> =
            one.outs.iter().filter(|out| out.events.contains(event) == has).map(|out| out.chance).collect();
        of.iter().sum::<i64>() / (of.len() as i64).max(1)
    };
    (mean(true), mean(false))
}

/// What speaks against the next best.
fn against<C>(side: Side, chosen: &Considered<C>, next: &Considered<C>) -> String {
    let (behind, error) = next.behind;
    let mut text = if behind > 0 && behind > error {
        format!("{} points of a hundred worse", tenths_of_points(behind))
    } else {
        "no better, as far as the trials show".to_owned()
    };
    let [own, enemy] = losses(side, next, chosen);
    if own >= 2 {
        text.push_str(&format!("; it would cost us {} more", tenths(own)));
    }
    if enemy <= -2 {
        text.push_str(&format!("; it would cost the {} {} less", side_name(side.enemy()), tenths(-enemy)));
    }
    if let Some((event, with, without)) = more_often(next, chosen) {
        text.push_str(&format!("; after it “{event}” came in {with} of {without} trials"));
    }
    text
}

/// How much more strength the one costs than the other in a trial, in tenths: the side's own, then the enemy's.
fn losses<C>(side: Side, one: &Considered<C>, other: &Considered<C>) -> [i64; 2] {
    let tenths = |outs: &[CameOut], of: Side| {
        let sum: i64 = outs.iter().map(|out| out.lost[of as usize]).sum();
        sum * 10 / (outs.len() as i64).max(1)
    };
    [side, side.enemy()].map(|of| tenths(&one.outs, of) - tenths(&other.outs, of))
}

/// What comes much more often after the one than after the other: in how many trials of how many.
fn more_often<C>(one: &Considered<C>, other: &Considered<C>) -> Option<(String, usize, usize)> {
    let often = |outs: &[CameOut]| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for event in outs.iter().flat_map(|out| &out.events) {
            *counts.entry(event.clone()).or_default() += 1;
        }
        counts
    };
    let (here, there) = (often(&one.outs), often(&other.outs));
    let (many, few) = (one.outs.len().max(1), other.outs.len().max(1));
    let lead = |event: &String, count: usize| {
        count as i64 * 100 / many as i64 - there.get(event).copied().unwrap_or(0) as i64 * 100 / few as i64
    };
    let best = here.iter().map(|(event, count)| (lead(event, *count), *count, event));
    let (lead, count, event) = best.max_by_key(|(lead, ..)| *lead)?;
    (lead >= 40 && one.outs.len() > 1).then(|| (event.clone(), count, one.outs.len()))
}

/// 23 as "2.3".
fn tenths(number: i64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// Ten-thousandths of a battle as points of a hundred: 230 as "2.3".
fn tenths_of_points(chance: i64) -> String {
    tenths(chance.abs() / 10)
}
