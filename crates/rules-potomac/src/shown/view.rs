//! What a seat sees. Everything is open (POT-GAME-05), so every seat sees the same.

use crate::Potomac;
use crate::book::kinds::{GunClass, Kind, Quality, Standing, Weapon};
use crate::turn::state::{Fate, Phase, State, Status};
use longroll_kit::{
    Note, ObjectiveView, OutcomeView, Ruleset, Sign, StandView, StepView, Tally, UnitId, UnitView, View,
};
use longroll_table::{FeatureId, Point, Pose, Shape};

pub(crate) fn view(state: &State) -> View {
    let standing = crate::turn::victory::standing(state);
    View {
        ruleset: Potomac::ID,
        edition: Potomac::EDITION,
        unit_of_length: "cm",
        field: state.field.clone(),
        round: state.turn,
        rounds: state.muster.turns,
        active: (!matches!(state.phase, Phase::SetUp | Phase::Over)).then_some(state.active),
        steps: [Phase::Start, Phase::Initiative, Phase::Command]
            .into_iter()
            .map(|phase| StepView { name: phase.title(), is_current: phase == state.phase })
            .collect(),
        units: state.ids().map(|id| unit_view(state, id)).collect(),
        objectives: objectives(state),
        outcome: state
            .end
            .as_ref()
            .map(|end| OutcomeView { winner: end.winner, reason: standing.why.clone() }),
        standing,
    }
}

fn objectives(state: &State) -> Vec<ObjectiveView> {
    let held = state.muster.objectives.iter().zip(&state.held);
    held.map(|(objective, held_by)| ObjectiveView {
        name: objective.name.clone(),
        at: objective.at,
        radius: objective.radius,
        points: objective.points,
        held_by: *held_by,
    })
    .collect()
}

/// Where a work of the muster lies, for shots at it.
pub(crate) fn spot_of_work(state: &State, work: u16) -> Option<Point> {
    middle_of(state, state.muster.works.get(usize::from(work))?.feature)
}

fn middle_of(state: &State, feature: FeatureId) -> Option<Point> {
    let feature = state.field.features.get(usize::from(feature.0))?;
    let points = match &feature.shape {
        Shape::Area(area) => area.ring(),
        Shape::Line(line) => line.points(),
    };
    let at = *points.get(points.len() / 2)?;
    let before = points.get((points.len() / 2).checked_sub(1)?)?;
    let between = Point { x: (at.x + before.x) / 2, y: (at.y + before.y) / 2 };
    Some(if points.len() == 2 { between } else { at })
}

/// POT-SIEGE-04: a work with what is left of its cohesion.
pub(crate) fn notes(state: &State) -> Vec<Note> {
    let works = state.muster.works.iter().zip(&state.works);
    works
        .filter_map(|(piece, work)| {
            let at = middle_of(state, piece.feature)?;
            let title = format!(
                "{}: Strength {}, cohesion {} of {}, {} hits marked",
                piece.name, piece.strength, work.cohesion, piece.cohesion, work.hits
            );
            Some(Note { at, text: format!("{}/{}", work.cohesion, piece.cohesion), title })
        })
        .collect()
}

fn unit_view(state: &State, id: UnitId) -> UnitView {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let counts = !matches!(piece.kind, Kind::Officer | Kind::Skirmishers);
    UnitView {
        id,
        key: piece.key.clone(),
        name: piece.name.clone(),
        formation: piece.formation.clone(),
        side: piece.side,
        kind: symbol(piece.kind),
        pose: Pose::new(state.centre(id), facing(state, id)),
        has_facing: piece.kind != Kind::Officer,
        stands: unit.print.stands().iter().map(|stand| StandView { corners: *stand.corners() }).collect(),
        strength: counts.then(|| (u32::from(unit.body.stands()), u32::from(piece.stands))),
        on_table: state.is_placed(id),
        signs: signs(state, id),
        details: details(state, id),
    }
}

fn facing(state: &State, id: UnitId) -> longroll_table::Heading {
    if state.unit(id).bases.is_empty() { state.unit(id).body.facing() } else { state.facing(id) }
}

fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Skirmishers => "skirmisher",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
        Kind::Officer => "general",
    }
}

fn signs(state: &State, id: UnitId) -> Vec<Sign> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let artillery = piece.kind == Kind::Artillery;
    let leads =
        piece.kind != Kind::Officer && unit.fate == Fate::OnTable && state.attached(id).next().is_some();
    let marks = [
        (
            piece.kind == Kind::Skirmishers && !state.is_placed(id) && unit.fate == Fate::OnTable,
            Sign { code: "·", text: "not deployed" },
        ),
        (unit.status == Status::Confused, Sign { code: "C", text: "Confused" }),
        (state.is_retreating(id), Sign { code: "R", text: "Retreating" }),
        (unit.is_ready, Sign { code: "!", text: "Stand Ready" }),
        (artillery && unit.limbered, Sign { code: "L", text: "limbered" }),
        (unit.guns.is_some(), Sign { code: "G", text: "away from its guns" }),
        (piece.kind == Kind::Cavalry && !unit.mounted, Sign { code: "F", text: "dismounted" }),
        (unit.group.is_some(), Sign { code: "∞", text: "in a group" }),
        (leads, Sign { code: "✦", text: "an officer is with it" }),
        (unit.evaded, Sign { code: "E", text: "has evaded" }),
        (unit.office.is_general, Sign { code: "★", text: "commanding general" }),
        (piece.kind == Kind::Officer && unit.office.done, Sign { code: "–", text: "issues no more orders" }),
    ];
    marks.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign).collect()
}

fn details(state: &State, id: UnitId) -> Vec<(&'static str, String)> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    if piece.kind == Kind::Officer {
        let with = unit.office.with.map_or_else(|| "nobody".to_owned(), |with| state.name(with).to_owned());
        return vec![
            ("Rating", piece.rating.to_string()),
            ("Combat Value", format!("{:+}", piece.value)),
            ("With", with),
            ("Orders given", unit.office.given.to_string()),
        ];
    }
    let mut list = vec![("Type", type_words(state, id)), ("Quality", quality(piece.quality).to_owned())];
    if piece.kind == Kind::Skirmishers {
        list.push(("Stands", unit.bases.len().to_string()));
        return list;
    }
    list.push(("Stands", unit.body.stands().to_string()));
    list.push(("Strength", piece.strength.to_string()));
    list.push(("Fire/Melee", format!("{}/{}", piece.firepower, piece.melee)));
    list.push(("Hits marked", unit.hits.to_string()));
    list.push(("Formation", format!("{:?}", unit.body.formation()).to_lowercase()));
    if piece.kind != Kind::Artillery {
        list.push(("Weapon", weapon(piece.weapon).to_owned()));
    }
    if piece.standing != Standing::Ordinary || piece.fear {
        let mut rules: Vec<&str> = Vec::new();
        match piece.standing {
            Standing::Militia => rules.push("Militia"),
            Standing::Regulars => rules.push("Regulars"),
            Standing::Ordinary => {}
        }
        if piece.fear {
            rules.push("Fear");
        }
        list.push(("Special rules", rules.join(", ")));
    }
    if let Some(officer) = piece.officer {
        list.push(("Officer", state.name(officer).to_owned()));
    }
    list.push(("Orders received", unit.received.to_string()));
    if let Some(work) = crate::field::ground::work_of(state, id) {
        let (piece, work) = (&state.muster.works[work], state.works[work]);
        list.push(("In", format!("{}, Strength {}, cohesion {}", piece.name, piece.strength, work.cohesion)));
    }
    list
}

fn type_words(state: &State, id: UnitId) -> String {
    let piece = state.piece(id);
    match (piece.kind, piece.gun) {
        (Kind::Infantry, _) => "Infantry".to_owned(),
        (Kind::Cavalry, _) => {
            if state.unit(id).mounted { "Cavalry, mounted" } else { "Cavalry, on foot" }.to_owned()
        }
        (Kind::Skirmishers, _) => "Skirmishers".to_owned(),
        (Kind::Officer, _) => "Officer".to_owned(),
        (Kind::Artillery, model) => {
            let class = match state.gun_class(id) {
                Some(GunClass::Siege) => "Siege artillery",
                Some(GunClass::Mortar) => "Mortars",
                _ => "Field artillery",
            };
            format!("{class}, {}", model.map_or("", crate::book::kinds::Gun::words))
        }
    }
}

fn quality(quality: Quality) -> &'static str {
    match quality {
        Quality::Untried => "Untried",
        Quality::Tried => "Tried",
        Quality::Veteran => "Veteran",
    }
}

fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::RifledMusket => "rifled muskets",
        Weapon::SmoothboreMusket => "smoothbore muskets",
        Weapon::BreechLoader => "breech loaders",
        Weapon::Repeater => "repeaters",
    }
}

/// A deployed stand counts with its parent while one of its bases is left (POT-GAME-03); the line's own tally carries
/// what wears away, so that nothing is counted twice.
pub(crate) fn roster(state: &State) -> Vec<Tally> {
    state
        .ids()
        .map(|id| {
            let (piece, unit) = (state.piece(id), state.unit(id));
            let (start, now) = match piece.kind {
                Kind::Officer => (0, 0),
                Kind::Skirmishers => (0, 0),
                _ => (u32::from(piece.stands), state.stands_left(id)),
            };
            Tally {
                unit: id,
                side: piece.side,
                name: piece.name.clone(),
                start,
                now,
                on_table: unit.fate == Fate::OnTable
                    && (piece.kind != Kind::Skirmishers || state.is_placed(id)),
            }
        })
        .collect()
}

impl Phase {
    fn title(self) -> &'static str {
        match self {
            Phase::Start => "Retreats",
            Phase::Initiative => "Initiative Phase",
            Phase::Command => "Command Phase",
            Phase::SetUp => "Set-up",
            Phase::Over => "Over",
        }
    }
}

impl crate::book::kinds::Gun {
    pub fn words(self) -> &'static str {
        use crate::book::kinds::Gun;
        match self {
            Gun::SbLight => "light smoothbores",
            Gun::SbMedium => "medium smoothbores",
            Gun::SbHeavy => "heavy smoothbores",
            Gun::RifledLight => "light rifles",
            Gun::RifledMedium => "medium rifles",
            Gun::RifledHeavy => "heavy rifles",
            Gun::SbSiege => "smoothbore siege guns",
            Gun::RifledSiege => "rifled siege guns",
            Gun::LightMortar => "light mortars",
            Gun::HeavyMortar => "heavy mortars",
        }
    }
}
