//! Footprints: how much ground a unit covers in each formation (GRE-UNIT-23).

use crate::book::kinds::{Form, Kind};
use crate::book::tables;
use crate::turn::state::{State, Unit};
use longroll_kit::UnitId;
use longroll_table::{BaseSize, Heading, Length, Point, Pose, Rect, thousandths};

/// What the size of a unit depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub kind: Kind,
    pub mounted: bool,
    pub form: Form,
    pub front_figures: u16,
    pub models: u8,
}

impl Shape {
    pub fn of(state: &State, id: UnitId) -> Shape {
        let unit = state.unit(id);
        Shape {
            kind: state.kind(id),
            mounted: unit.mounted,
            form: unit.form,
            front_figures: unit.front_figures,
            models: unit.models,
        }
    }

    pub fn bases(self) -> i64 {
        let (per, ..) = self.base();
        i64::from(u32::from(self.front_figures).div_ceil(per).max(1))
    }

    fn base(self) -> (u32, Length, Length) {
        tables::base(if self.kind == Kind::Cavalry && self.mounted { "cavalry" } else { "infantry" })
    }

    pub fn size(self) -> BaseSize {
        let models = i64::from(self.models.max(1));
        match self.kind {
            Kind::General => BaseSize::new(thousandths(1000), thousandths(1000)),
            Kind::Sniper => BaseSize::new(thousandths(500), thousandths(500)),
            kind if kind.is_artillery() => {
                let (_, width, depth) = tables::base(match self.form {
                    Form::LimberedLine | Form::LimberedColumn => "gun_limbered",
                    _ => "gun_unlimbered",
                });
                match self.form {
                    Form::LimberedColumn => BaseSize::new(width, depth * models),
                    _ => BaseSize::new(width * models, depth),
                }
            }
            _ => {
                let (_, width, depth) = self.base();
                let bases = self.bases();
                match self.form {
                    Form::Column => BaseSize::new(width * bases.min(2), depth * ((bases + 1) / 2)),
                    Form::Skirmish => BaseSize::new(width * (2 * bases - 1), depth),
                    _ => BaseSize::new(width * bases, depth),
                }
            }
        }
    }
}

/// The pose of a new shape whose front edge has its middle where the old one had it.
pub fn by_front(old: &Rect, size: BaseSize, facing: Heading) -> Pose {
    let front = old.front_middle();
    Pose { at: front.ahead(facing.opposite(), size.depth.half()), facing }
}

/// The smallest rectangle around a building, its front the side nearest to the way the garrison looked. Ruling GRE-R02.
pub fn garrison(state: &State, building: u16, facing: Heading) -> Option<Rect> {
    const QUARTER: i32 = 16_384;
    let ring = state.field.features.get(usize::from(building))?.area()?.ring();
    let walls =
        ring.iter().zip(ring.iter().cycle().skip(1)).filter_map(|(from, to)| Heading::of(*to - *from));
    let around = |along: Heading| {
        let ahead = extent(ring, along);
        let across = extent(ring, along.turned(QUARTER));
        (ahead, across, along)
    };
    let area = |((back, front), (left, right), _): &((i64, i64), (i64, i64), Heading)| {
        i128::from(front - back) * i128::from(right - left)
    };
    let ((back, front), (left, right), along) = walls.map(around).min_by_key(area)?;
    let at = Point::new(0, 0)
        .ahead(along, Length::from_micrometres((back + front) / 2))
        .ahead(along.turned(QUARTER), Length::from_micrometres((left + right) / 2));
    // The next of the four sides, clockwise where two are as near.
    let off = (i32::from(facing.0) - i32::from(along.0)).rem_euclid(4 * QUARTER);
    let quarters = (off + QUARTER / 2) / QUARTER;
    let (ahead, across) = (Length::from_micrometres(front - back), Length::from_micrometres(right - left));
    let size = if quarters % 2 == 0 { BaseSize::new(across, ahead) } else { BaseSize::new(ahead, across) };
    Some(Rect::new(Pose { at, facing: along.turned(quarters * QUARTER) }, size))
}

/// How far an outline reaches back and forward along a heading, measured from the corner of the table.
fn extent(ring: &[Point], along: Heading) -> (i64, i64) {
    let measured = ring.iter().map(|corner| (*corner - Point::new(0, 0)).measured_along(along).micrometres());
    measured.fold((i64::MAX, i64::MIN), |(least, most), at| (least.min(at), most.max(at)))
}

/// Sets the rectangle of a unit by its pose and shape.
pub fn settle(state: &mut State, id: UnitId) {
    let rect = match state.unit(id).building {
        Some(building) => garrison(state, building, state.unit(id).pose.facing),
        None => None,
    };
    let rect = rect.unwrap_or_else(|| Rect::new(state.unit(id).pose, Shape::of(state, id).size()));
    let unit: &mut Unit = &mut state.units[id.index()];
    unit.rect = rect;
    unit.pose = rect.pose();
}
