//! Melee on the table, round after round: POT-MELEE-01 to -43.

use crate::book::kinds::Cover;
use crate::book::options::{ChargingBonusRounds, FiringHitsInResult, LostMelee, MeleeSeveralUnits, Options};
use crate::book::tables::constants;
use crate::c;
use crate::field::contact::{
    edge_touched, enemies_touched, fights, most_in_contact, pressed_by, supports, way_from,
};
use crate::field::ground::{cover_against, has_cover_too};
use crate::procedures::bearing::Push;
use crate::procedures::melee::{self, MeleeFacts, Round, Score, compare};
use crate::procedures::melee_round::{self, Fights, Winner, fight, verdict};
use crate::ruleset::PotomacDraft;
use crate::turn::aftermath::{Way, heed_morale, take_hits};
use crate::turn::event::{Blow, Event, Tally};
use crate::turn::state::{Aim, Debt, FollowUp, Melee, Pursuer, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Edge, Footprint, Heading, Vector};

/// All units linked by contact with those that began it (POT-MELEE-30), whatever their state (POT-MELEE-34); others of their
/// groups are not in it (POT-MELEE-35).
pub fn fighters(state: &State, melee: &Melee) -> Vec<UnitId> {
    let mut all: Vec<UnitId> = melee.fighters.iter().copied().filter(|id| state.is_formed(*id)).collect();
    let mut place = 0;
    while place < all.len() {
        for enemy in enemies_touched(state, all[place]) {
            if !all.contains(&enemy) {
                all.push(enemy);
            }
        }
        place += 1;
    }
    all.retain(|id| !enemies_touched(state, *id).is_empty());
    all
}

/// A stand that touches several enemies and has not been told whom to fight.
pub fn doubtful(state: &State, melee: &Melee) -> Option<(UnitId, u8, Vec<UnitId>)> {
    for id in fighters(state, melee) {
        for (stand, choices) in choices(state, id) {
            let named = melee.aims.iter().any(|aim| aim.unit == id && aim.stand == stand);
            if choices.len() > 1 && !named {
                return Some((id, stand, choices));
            }
        }
    }
    None
}

/// POT-MELEE-38: a unit that several enemies touch alike, on edges that lead different ways back, and whose owner has not
/// said which it would be.
pub fn undecided_way(state: &State, melee: &Melee) -> Option<(UnitId, Vec<UnitId>)> {
    let mut open = fighters(state, melee).into_iter().filter_map(|id| {
        let mut equals = most_in_contact(state, id, &enemies_touched(state, id));
        let mut ways = Vec::new();
        equals.retain(|enemy| {
            let way = way_from(state, id, *enemy);
            let is_new = way.is_some() && !ways.contains(&way);
            ways.push(way);
            is_new
        });
        (equals.len() > 1 && !melee.ways.iter().any(|(unit, _)| *unit == id)).then_some((id, equals))
    });
    open.next()
}

/// Whose answer a round waits for: a stand's or a unit's owner.
pub fn asked(state: &State, melee: &Melee) -> Option<UnitId> {
    let stand = doubtful(state, melee).map(|(id, ..)| id);
    stand.or_else(|| undecided_way(state, melee).map(|(id, _)| id))
}

/// For each stand in contact, the enemies it could fight.
fn choices(state: &State, id: UnitId) -> Vec<(u8, Vec<UnitId>)> {
    let enemies = enemies_touched(state, id);
    let stands = state.unit(id).print.stands();
    stands
        .iter()
        .enumerate()
        .map(|(place, stand)| {
            let touched = enemies.iter().copied().filter(|enemy| {
                state.unit(*enemy).print.stands().iter().any(|other| fights(state, stand, other))
            });
            (place as u8, touched.collect::<Vec<_>>())
        })
        .filter(|(_, touched)| !touched.is_empty())
        .collect()
}

/// How many stands of a unit fight which enemy.
pub(crate) fn engaged(state: &State, melee: &Melee, id: UnitId) -> Vec<(UnitId, u8)> {
    let mut list: Vec<(UnitId, u8)> = Vec::new();
    for (stand, touched) in choices(state, id) {
        let named = melee.aims.iter().find(|aim| aim.unit == id && aim.stand == stand).map(|aim| aim.at);
        let at = named.filter(|at| touched.contains(at)).unwrap_or(touched[0]);
        match list.iter_mut().find(|(known, _)| *known == at) {
            Some((_, count)) => *count += 1,
            None => list.push((at, 1)),
        }
    }
    list
}

/// What the dice of one unit against another depend on (POT-MELEE-03 to -08, -17, -18).
pub fn facts(state: &State, melee: &Melee, id: UnitId, at: UnitId, stands: u8) -> MeleeFacts {
    let piece = state.piece(id);
    let charging = melee.charging.contains(&id)
        && (melee.round == 1
            || state.options.charging_bonus_rounds == ChargingBonusRounds::FirstRoundAndAfterEachFollowUp);
    MeleeFacts {
        melee: piece.melee,
        officer: state.officer_value(id),
        stands,
        flank: strikes_flank(state, melee, id, at),
        mounted_against_foot: state.is_mounted(id) && !state.is_mounted(at),
        charging,
        confused: state.is_confused(id),
        cover: cover_in_melee(state, melee, id, at),
        cover_too: has_cover_too(state, at, &drawn_off(state, id, at), melee.sheltered.contains(&at)),
    }
}

/// POT-MELEE-06: only who struck the flank or rear, while it still touches a side or rear edge.
fn strikes_flank(state: &State, melee: &Melee, id: UnitId, at: UnitId) -> bool {
    melee.flanks.contains(&(id, at))
        && edge_touched(&state.unit(at).print, &state.unit(id).print)
            .is_some_and(|(edge, ..)| edge != Edge::Front)
}

/// POT-MELEE-17: areas shelter as ever; a linear feature only whoever was behind it before contact.
fn cover_in_melee(state: &State, melee: &Melee, id: UnitId, enemy: UnitId) -> Cover {
    cover_against(state, enemy, &drawn_off(state, id, enemy), melee.sheltered.contains(&enemy))
}

/// Who is in contact may stand on the wall itself, so he is looked for half a stand farther off.
fn drawn_off(state: &State, id: UnitId, enemy: UnitId) -> Footprint {
    let print = &state.unit(id).print;
    match edge_touched(&state.unit(enemy).print, print) {
        Some((.., outward)) => print.shifted(Vector::along(outward, state.stand().depth.half())),
        None => print.clone(),
    }
}

struct Fight {
    id: UnitId,
    at: UnitId,
    hits: u32,
}

/// One round. False: the owner of a stand that touches two enemies must name one (POT-MELEE-30), or of a unit that two
/// touch alike the way back (POT-MELEE-38).
pub(crate) fn round(draft: &mut PotomacDraft, melee: &Melee, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let units = fighters(draft, melee);
    if units.is_empty() {
        draft.emit(Event::Paid);
        draft.emit(Event::MeleeEnded { clause: c::MELEE_29 });
        return Ok(true);
    }
    if asked(draft, melee).is_some() {
        return Ok(false);
    }
    draft.emit(Event::Paid);
    let before = Before::of(draft, melee, &units);
    let mut on_table = OnTable { melee, before, blows: Vec::new(), results: Vec::new() };
    let options = draft.options;
    let tests = fight(draft, &mut on_table, &options, dice)?;
    settle_round(draft, on_table, &tests);
    Ok(true)
}

/// A round of units on the table.
struct OnTable<'a> {
    melee: &'a Melee,
    before: Before,
    blows: Vec<Fight>,
    results: Vec<Verdict>,
}

impl Fights<PotomacDraft> for OnTable<'_> {
    /// Those who charge or followed up throw first, otherwise the active side (POT-GAME-07).
    fn blows(&self, draft: &PotomacDraft) -> Vec<melee_round::Blow<UnitId>> {
        let lead = self.melee.charging.first().map_or(draft.active, |id| draft.side(*id));
        let mut order: Vec<UnitId> = self.before.units.clone();
        order.sort_by_key(|id| draft.side(*id) != lead);
        let against = |by: UnitId| {
            engaged(draft, self.melee, by).into_iter().map(move |(at, stands)| melee_round::Blow {
                by,
                at,
                facts: facts(draft, self.melee, by, at, stands),
            })
        };
        order.into_iter().flat_map(against).collect()
    }

    fn thrown(&mut self, draft: &mut PotomacDraft, blow: &melee_round::Blow<UnitId>, hits: u32) {
        let options = draft.options;
        let facts = &blow.facts;
        draft.emit(Event::Fought(Blow {
            unit: blow.by,
            at: blow.at,
            stands: facts.stands,
            dice: melee::dice_of(facts),
            need: melee::need(facts, &options),
            mods: melee::hit_mods(facts, &options),
            hits,
            hits_on: constants().hit_on_formed,
        }));
        self.blows.push(Fight { id: blow.by, at: blow.at, hits });
    }

    fn units(&self) -> Vec<UnitId> {
        self.before.units.clone()
    }

    fn lose(&mut self, draft: &mut PotomacDraft, unit: UnitId, hits: u32) -> u8 {
        take_hits(draft, unit, hits, c::MELEE_19)
    }

    fn by_side(&self, draft: &PotomacDraft, hurt: &[UnitId]) -> [Vec<UnitId>; 2] {
        let of = |side| hurt.iter().copied().filter(|id| draft.side(*id) == side).collect();
        [draft.active, draft.active.enemy()].map(of)
    }

    fn judge(&mut self, draft: &mut PotomacDraft) -> (Vec<Push<PotomacDraft>>, Vec<UnitId>) {
        self.results = judge(draft, self.melee, &self.before, &self.blows);
        let active = draft.active;
        let mut pushes: Vec<Push<PotomacDraft>> = self
            .results
            .iter()
            .filter_map(|result| {
                let heading = self.before.back(result.id, result.from?)?;
                // The loser by the difference, in a draw each by the hits it took
                let clause = if result.lost { c::MELEE_15 } else { c::MELEE_14 };
                let way = Way { heading, together: Vec::new(), clause };
                (result.push > 0).then_some(Push { unit: result.id, cm: result.push, way: Some(way) })
            })
            .collect();
        pushes.sort_by_key(|push| (draft.side(push.unit) != active, push.unit));
        let mut losers: Vec<UnitId> =
            self.results.iter().filter(|result| result.lost).map(|result| result.id).collect();
        losers.sort_by_key(|id| (draft.side(*id) != active, *id));
        (pushes, losers)
    }
}

/// What must be known from before the losses: supports (POT-MELEE-11), who touched whom, and which way back.
struct Before {
    units: Vec<UnitId>,
    /// Blue's and Gray's supports.
    supports: [u32; 2],
    touched: Vec<(UnitId, Vec<UnitId>)>,
    /// From whom each would go back (POT-MELEE-38).
    pressed: Vec<(UnitId, UnitId)>,
    /// The ways back of each unit from each of its enemies.
    back: Vec<(UnitId, UnitId, Heading)>,
    /// Supports of each pair, for POT-OPT-30.
    pair_supports: Vec<(UnitId, UnitId, u32)>,
}

impl Before {
    fn of(state: &State, melee: &Melee, units: &[UnitId]) -> Before {
        let of_side = |side: Side| -> Vec<UnitId> {
            units.iter().copied().filter(|id| state.side(*id) == side).collect()
        };
        let count = |side: Side| supports(state, side, &of_side(side), &of_side(side.enemy()));
        let touched: Vec<(UnitId, Vec<UnitId>)> =
            units.iter().map(|id| (*id, enemies_touched(state, *id).to_vec())).collect();
        let pressed = touched
            .iter()
            .filter_map(|(id, enemies)| Some((*id, pressed_by(state, *id, enemies, &melee.ways)?)))
            .collect();
        let pairs = touched.iter().flat_map(|(id, enemies)| enemies.iter().map(|enemy| (*id, *enemy)));
        let back = pairs.filter_map(|(id, enemy)| Some((id, enemy, way_from(state, id, enemy)?))).collect();
        let mut pair_supports = Vec::new();
        if state.options.melee_several_units == MeleeSeveralUnits::EachTouchingPairSeparately {
            for (id, enemies) in &touched {
                for enemy in enemies {
                    pair_supports.push((*id, *enemy, supports(state, state.side(*id), &[*id], &[*enemy])));
                }
            }
        }
        Before {
            units: units.to_vec(),
            supports: [count(Side::Blue), count(Side::Gray)],
            touched,
            pressed,
            back,
            pair_supports,
        }
    }

    fn touched(&self, id: UnitId) -> &[UnitId] {
        self.touched.iter().find(|(known, _)| *known == id).map_or(&[], |(_, enemies)| enemies)
    }

    fn pressed(&self, id: UnitId) -> Option<UnitId> {
        self.pressed.iter().find(|(known, _)| *known == id).map(|(_, enemy)| *enemy)
    }

    fn back(&self, id: UnitId, from: UnitId) -> Option<Heading> {
        self.back.iter().find(|(a, b, _)| *a == id && *b == from).map(|(.., heading)| *heading)
    }
}

/// What a unit gets out of a round.
struct Verdict {
    id: UnitId,
    push: u32,
    lost: bool,
    won: bool,
    /// The enemy from whom it goes back or flees.
    from: Option<UnitId>,
}

/// Step 5: scores by side (POT-MELEE-13, POT-MELEE-41; the printed example by POT-MELEE-32), or by pair (POT-OPT-30); every
/// unit of the losing side goes back by the whole difference (POT-MELEE-42) or its share (POT-OPT-37).
fn judge(draft: &mut PotomacDraft, melee: &Melee, before: &Before, blows: &[Fight]) -> Vec<Verdict> {
    let attacker = melee.attacker;
    let inflicted = |state: &State, side: Side| -> u32 {
        blows.iter().filter(|blow| state.side(blow.id) == side).map(|blow| blow.hits).sum()
    };
    let firing: u32 = if melee.round == 1 { melee.firing.iter().map(|(_, hits)| *hits).sum() } else { 0 };
    let options = draft.options;
    let own = Score::new(inflicted(draft, attacker), 0, before.supports[attacker as usize], &options);
    let theirs = Score::new(
        inflicted(draft, attacker.enemy()),
        firing,
        before.supports[attacker.enemy() as usize],
        &options,
    );
    let alive = |state: &State, side: Side| {
        before.units.iter().any(|id| state.side(*id) == side && state.is_formed(*id))
    };
    let gone = [attacker, attacker.enemy()].map(|side| !alive(draft, side));
    let annihilated = gone.contains(&true);
    let (winner, by) = verdict(&own, &theirs, gone);
    let outcome = match winner {
        Winner::Attacker => Some(attacker),
        Winner::Defender => Some(attacker.enemy()),
        Winner::Draw | Winner::Neither => None,
    };
    let tally = |side: Side, score: &Score| Tally {
        side,
        inflicted: score.inflicted,
        firing_hits: score.firing_hits,
        supports: score.supports,
        score: score.total(),
    };
    draft.emit(Event::RoundEnded {
        attacker: tally(attacker, &own),
        defender: tally(attacker.enemy(), &theirs),
        winner: outcome,
        by,
    });
    let several = before.units.len() > 2;
    if several && !annihilated && options.melee_several_units == MeleeSeveralUnits::EachTouchingPairSeparately
    {
        return judge_pairs(draft, melee, before, blows);
    }
    let losers = before
        .units
        .iter()
        .filter(|id| outcome.is_some_and(|winner| draft.side(**id) != winner) && draft.is_formed(**id));
    let each = match options.lost_melee {
        LostMelee::WholeDifference => by,
        LostMelee::DifferenceShared => by.div_ceil(losers.count().max(1) as u32),
    };
    before
        .units
        .iter()
        .map(|id| {
            let side = draft.side(*id);
            let still = Verdict { id: *id, push: 0, lost: false, won: false, from: before.pressed(*id) };
            match outcome {
                _ if annihilated => Verdict { won: outcome == Some(side), ..still },
                Some(winner) if winner == side => Verdict { won: true, ..still },
                Some(_) => Verdict { push: each, lost: true, ..still },
                None => Verdict { push: taken(melee, &options, blows, *id, None), ..still },
            }
        })
        .collect()
}

/// Hits a unit took in the round, a charger's firing hits of the first round included (POT-MELEE-14).
fn taken(melee: &Melee, options: &Options, blows: &[Fight], id: UnitId, from: Option<UnitId>) -> u32 {
    let hits: u32 = blows
        .iter()
        .filter(|blow| blow.at == id && from.is_none_or(|from| blow.id == from))
        .map(|blow| blow.hits)
        .sum();
    hits + firing_hits(melee, options, id)
}

/// POT-MELEE-09: in the first round only, and not by the other choice of POT-OPT-29.
fn firing_hits(melee: &Melee, options: &Options, id: UnitId) -> u32 {
    let counts = melee.round == 1 && options.firing_hits_in_result == FiringHitsInResult::YesAsTheRuleSays;
    let found = melee.firing.iter().find(|(known, _)| counts && *known == id);
    found.map_or(0, |(_, hits)| *hits)
}

/// POT-OPT-30: each touching pair for itself; a unit goes back by its worst defeat.
fn judge_pairs(state: &State, melee: &Melee, before: &Before, blows: &[Fight]) -> Vec<Verdict> {
    let options = state.options;
    let support = |id: UnitId, enemy: UnitId| {
        before.pair_supports.iter().find(|(a, b, _)| *a == id && *b == enemy).map_or(0, |(.., count)| *count)
    };
    let score = |id: UnitId, enemy: UnitId| {
        let hits = blows.iter().filter(|b| b.id == id && b.at == enemy).map(|b| b.hits).sum();
        let firing = melee.firing.iter().find(|(known, _)| *known == enemy && melee.round == 1);
        Score::new(hits, firing.map_or(0, |(_, hits)| *hits), support(id, enemy), &options)
    };
    before
        .units
        .iter()
        .map(|id| {
            let pressed = before.pressed(*id);
            let mut won = false;
            let mut lost: Vec<(u32, UnitId)> = Vec::new();
            let mut drawn: Vec<(u32, UnitId)> = Vec::new();
            for enemy in before.touched(*id) {
                match compare(&score(*id, *enemy), &score(*enemy, *id)) {
                    Round::Wins { .. } => won = true,
                    Round::Loses { by } => lost.push((by, *enemy)),
                    Round::Draw => drawn.push((taken(melee, &options, blows, *id, Some(*enemy)), *enemy)),
                }
            }
            // Away from whom it lost most to; among equals from the one that presses it most
            let is_lost = !lost.is_empty();
            let worst = if is_lost { lost } else { drawn };
            let worst = worst.into_iter().max_by_key(|(by, enemy)| (*by, Some(*enemy) == pressed));
            let (push, from) = worst.map_or((0, None), |(by, enemy)| (by, Some(enemy)));
            Verdict { id: *id, push, lost: is_lost, won: won && !is_lost, from }
        })
        .collect()
}

/// Steps 7 and 8: flight, then follow-ups or the next round.
fn settle_round(draft: &mut PotomacDraft, round: OnTable<'_>, tests: &[(UnitId, bool)]) {
    let OnTable { melee, before, blows, results } = round;
    let was_hit = blows.iter().any(|blow| blow.hits > 0)
        || (melee.round == 1 && melee.firing.iter().any(|(_, hits)| *hits > 0));
    let mut next = melee.clone();
    next.round = next.round.saturating_add(1);
    next.charging.clear();
    next.aims.clear();
    next.ways.clear();
    next.fighters = before.units.clone();
    next.hitless = if was_hit { 0 } else { melee.hitless.saturating_add(1) };
    // POT-MELEE-20, -21: nobody follows a unit that fails
    let waiting = pursuers(draft, melee, &before, &results, tests);
    let owed = FollowUp { melee: next, waiting, followed: Vec::new() };
    draft.emit(Event::Owes(Debt::FollowUp(Box::new(owed))));
    for test in tests.iter().rev() {
        let from = results.iter().find(|result| result.id == test.0).and_then(|result| result.from);
        heed_morale(draft, std::slice::from_ref(test), from.unwrap_or(test.0), None);
    }
}

/// POT-MELEE-21, -39: winners with the losers they touched; units of a joint charge decide together.
fn pursuers(
    state: &State,
    melee: &Melee,
    before: &Before,
    results: &[Verdict],
    tests: &[(UnitId, bool)],
) -> Vec<Pursuer> {
    let lost = |id: &UnitId| tests.contains(&(*id, true));
    let mut list: Vec<Pursuer> = Vec::new();
    for result in results.iter().filter(|result| result.won) {
        let losers: Vec<UnitId> = before.touched(result.id).iter().copied().filter(|id| lost(id)).collect();
        if losers.is_empty() {
            continue;
        }
        let joint = melee.joint.contains(&result.id) && !state.is_mounted(result.id);
        match list
            .iter_mut()
            .find(|known| joint && melee.joint.contains(&known.units[0]) && !state.is_mounted(known.units[0]))
        {
            Some(known) => {
                known.units.push(result.id);
                for loser in losers {
                    if !known.losers.contains(&loser) {
                        known.losers.push(loser);
                    }
                }
            }
            None => list.push(Pursuer { units: vec![result.id], losers }),
        }
    }
    list
}

/// Whom a doubtful stand may fight.
pub(crate) fn name_aim(melee: &Melee, unit: UnitId, stand: u8, at: UnitId) -> Melee {
    let mut melee = melee.clone();
    melee.aims.push(Aim { unit, stand, at });
    melee
}
