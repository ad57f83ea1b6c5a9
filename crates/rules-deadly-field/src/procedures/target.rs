//! The target's modifiers of a fire: the two best and the two worst count (ADF-TARGET-01). ADF-TURN-14: negative is good for the
//! target, positive bad.

use crate::book::kinds::{Arm, Formation, Level, Quality, Sector, Woods, Works};
use crate::book::options::Options;
use crate::book::tables::target_modifier;
use crate::c;
use crate::procedures::fire::{Manner, Target};
use longroll_kit::{Clause, Mods, Settled, Stack};

/// Every condition of the list. `sector` is nothing when this fire can enfilade nobody: at long range and by skirmishers
/// (ADF-ENF-06).
pub fn target_mods(
    t: &Target,
    manner: Manner,
    by_artillery: bool,
    rifled: bool,
    sector: Option<Sector>,
    options: &Options,
) -> Settled {
    let value = |id: &str| target_modifier(id, by_artillery);
    let in_melee = manner == Manner::Melee;
    // ADF-TERRAIN-09: a charger has no cover; ADF-MELEE-03: in contact nobody has
    let covered = !t.charging && !in_melee;
    let village = t.village && covered;
    let mut m = Good { mods: Mods::new(), village };
    let woods = |kind: Woods| t.woods == kind && covered;
    m.line(woods(Woods::Light), c::TARGET_03, "in light woods or orchard", value("T01"));
    m.line(woods(Woods::Heavy), c::TARGET_04, "in heavy woods", value("T02"));
    let works = |kind: Works| t.works == kind && covered;
    m.line(works(Works::Hasty), c::TARGET_05, "in hasty works", value("T03"));
    m.line(works(Works::Light), c::TARGET_05, "in light works", value("T04"));
    m.line(works(Works::Heavy), c::TARGET_05, "in heavy works", value("T05"));
    m.line(t.fence && covered, c::TERRAIN_10, "behind a wooden fence", value("T06"));
    let wall = if by_artillery && options.wall_is_no_help_against_guns { 0 } else { value("T07") };
    m.line(t.wall && covered, c::TERRAIN_10, "behind a stone wall", wall);
    let enfiladed = enfilade(t, sector, in_melee);
    // ADF-ENF-07, -10: lost to enfilade fire; a battery in disorder is never enfiladed and keeps it
    let unlimbered = t.formation == Formation::Unlimbered && !in_melee;
    m.line(unlimbered && enfiladed.is_none(), c::TARGET_06, "unlimbered artillery", value("T09"));
    let infantry = t.arm == Arm::Infantry;
    let extended = infantry && t.formation == Formation::ExtendedLine;
    m.line(extended, c::TARGET_07, "infantry in extended line", value("T10"));
    let skirmishers = t.formation.is_skirmish();
    m.line(infantry && skirmishers, c::TARGET_08, "infantry skirmishers", value("T11"));
    m.line(t.screened && !in_melee, c::TARGET_09, "behind its own skirmishers", value("T12"));
    m.line(t.quality == Quality::Elite, c::TARGET_10, "elite unit", value("T13"));
    let dismounted = t.arm == Arm::Cavalry && !t.mounted;
    let in_line = matches!(t.formation, Formation::CavalryLine | Formation::DoubleLine);
    m.line(dismounted && in_line, c::TARGET_11, "dismounted cavalry in line", value("T14"));
    m.line(dismounted && skirmishers, c::TARGET_11, "dismounted cavalry skirmishing", value("T15"));
    let Good { mut mods, .. } = m;
    mods.when(village, c::TERRAIN_07, "in a farm or village", value("T08"));
    enfilade_lines(&mut mods, t, enfiladed, &value);
    let guns = t.arm == Arm::Artillery && by_artillery && rifled;
    mods.when(guns, c::TARGET_12, "artillery hit by rifled artillery", value("T26"));
    // ADF-UNIT-17: shaken and routed count as in disorder; ADF-TARGET-16: in place of enfilade
    mods.when(t.level >= Level::Disorder, c::TARGET_13, "in disorder", value("T27"));
    mods.when(t.quality == Quality::Trained, c::TARGET_14, "trained unit", value("T28"));
    mods.when(t.quality == Quality::Green, c::TARGET_14, "green unit", value("T29"));
    // ADF-TARGET-17: mounted skirmishers too
    let mounted = t.arm == Arm::Cavalry && t.mounted;
    mods.when(mounted && !t.charging, c::TARGET_15, "mounted cavalry", value("T30"));
    mods.when(mounted && t.charging, c::TARGET_15, "mounted cavalry charging", value("T31"));
    mods.settle(Stack::BestAndWorst { highest: 2, lowest: 2, exempt: &[] })
}

/// ADF-TARGET-18: each kind of cover is a candidate of its own; ADF-TERRAIN-07: a village excludes them all.
struct Good {
    mods: Mods,
    village: bool,
}

impl Good {
    fn line(&mut self, holds: bool, clause: Clause, label: &'static str, value: i32) {
        if holds && self.village {
            self.mods.struck_out(clause, label, value, "a farm or village excludes every other benefit");
        } else {
            self.mods.when(holds, clause, label, value);
        }
    }
}

/// The sector from which this target is enfiladed, if it is. ADF-ENF-06: skirmishers never are; ADF-ENF-10: nor is a unit in
/// disorder or worse. ADF-ENF-08: a column is enfiladed from straight ahead.
pub fn enfilade(t: &Target, sector: Option<Sector>, in_melee: bool) -> Option<Sector> {
    let sector = sector?;
    if in_melee || t.formation.is_skirmish() || t.level >= Level::Disorder {
        return None;
    }
    (sector != Sector::Front || t.formation.has_one_side()).then_some(sector)
}

fn enfilade_lines(m: &mut Mods, t: &Target, sector: Option<Sector>, value: &dyn Fn(&str) -> i32) {
    let from = |wanted: &[Sector]| sector.is_some_and(|sector| wanted.contains(&sector));
    let side = from(&[Sector::Side, Sector::PartialFlank, Sector::FullFlank]);
    let ends = from(&[Sector::Front, Sector::Rear]);
    let partial = from(&[Sector::PartialFlank]);
    // ADF-ENF-05: from the rear as from the full flank
    let full = from(&[Sector::FullFlank, Sector::Rear, Sector::Side]);
    match t.formation {
        Formation::RoadColumn => {
            m.when(side, c::ENF_02, "road column hit from the side", value("T16"));
            m.when(ends, c::ENF_02, "road column hit from front or rear", value("T17"));
        }
        Formation::AttackColumn => {
            m.when(side, c::ENF_02, "attack column hit from the side", value("T18"));
            m.when(ends, c::ENF_02, "attack column hit from front or rear", value("T19"));
        }
        Formation::Limbered => {
            m.when(side, c::ENF_03, "limbered artillery hit from the side", value("T22"));
            m.when(ends, c::ENF_03, "limbered artillery hit from front or rear", value("T23"));
        }
        Formation::Unlimbered => {
            m.when(partial, c::ENF_04, "unlimbered artillery hit from the partial flank", value("T24"));
            m.when(full, c::ENF_04, "unlimbered artillery hit from full flank or rear", value("T25"));
        }
        _ => {
            m.when(partial, c::ENF_01, "line hit from the partial flank", value("T20"));
            m.when(full, c::ENF_01, "line hit from full flank or rear", value("T21"));
        }
    }
}
