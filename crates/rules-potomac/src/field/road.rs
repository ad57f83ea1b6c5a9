//! Columns along a road, alone or as a group: POT-MOVE-06, -07, POT-GROUP-02, -03.

use crate::book::kinds::Formation;
use crate::c;
use crate::field::movement::Walker;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use longroll_table::{Footprint, Heading, Length, Point, QUARTER, Vector, overlaps, swept};

impl Walker<'_> {
    /// The head keeps to the road and the body follows. Of a group the foremost comes to the point, and every other unit
    /// follows the road as far.
    pub(crate) fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        self.must_be_in_column()?;
        self.must_be_able_to_go()?;
        let state = self.state;
        let mut ways: Vec<Vec<Point>> = Vec::new();
        for mate in &self.mates {
            let from = mate.body.front.at;
            let Some(way) = state.field.way_by_road(from, to) else {
                return refuse(c::MOVE_07, Why::NotOnRoad);
            };
            ways.push(way);
        }
        let length = ways.iter().map(|way| length_of(way)).min().unwrap_or(Length::ZERO);
        if length > Length::ZERO {
            self.set_out(&ways)?;
        }
        for (place, way) in ways.iter().enumerate() {
            self.follow(place, way, length)?;
        }
        self.moved |= length > Length::ZERO;
        self.are_still_together()
    }

    /// POT-R20: a bend of the road costs nothing; to set out sideways or back is a turn (POT-MOVE-20), and on the way nobody
    /// turns back.
    fn set_out(&mut self, ways: &[Vec<Point>]) -> Result<(), Refused> {
        let quarter = u32::from(QUARTER);
        let bend = if self.moved { quarter + quarter / 2 + 1 } else { quarter };
        let begins = !self.moved;
        let mut turns = Vec::new();
        for (place, way) in ways.iter().enumerate() {
            let facing = self.mates[place].body.front.facing;
            let first = way.windows(2).find_map(|pair| Heading::of(pair[1] - pair[0]));
            if first.is_some_and(|first| facing.difference(first).unsigned_abs() >= bend) {
                turns.push(place);
            }
        }
        if turns.is_empty() {
            return Ok(());
        }
        self.may_reform(begins)?;
        self.reformed = true;
        turns.into_iter().for_each(|place| self.mates[place].halve(c::MOVE_20));
        Ok(())
    }

    fn must_be_in_column(&self) -> Result<(), Refused> {
        match self.mates.iter().find(|mate| mate.body.formation() != Formation::Column) {
            Some(mate) => refuse(c::MOVE_06, Why::NotInColumn { unit: self.state.name(mate.id).to_owned() }),
            None => Ok(()),
        }
    }

    fn follow(&mut self, place: usize, way: &[Point], length: Length) -> Result<(), Refused> {
        let mut left = length;
        for pair in way.windows(2) {
            let Some(heading) = Heading::of(pair[1] - pair[0]) else { continue };
            let step = pair[0].distance_to(pair[1]).min(left);
            if step <= Length::ZERO {
                break;
            }
            let mate = &mut self.mates[place];
            mate.body = mate.body.faced(heading);
            let by = Vector::along(heading, step);
            let hulls = swept(&mate.body.footprint(self.state.stand()), by);
            mate.body = mate.body.shifted(by);
            mate.paths = mate.paths.map(|path| path + step);
            self.check_ground(place, &hulls, true)?;
            self.check_others(&hulls)?;
            self.swept.extend(hulls);
            left -= step;
        }
        Ok(())
    }

    /// POT-GROUP-02: at a bend stiff columns may lie on each other or come apart.
    fn are_still_together(&self) -> Result<(), Refused> {
        let prints: Vec<Footprint> =
            self.mates.iter().map(|mate| mate.body.footprint(self.state.stand())).collect();
        for (place, print) in prints.iter().enumerate() {
            if let Some(other) = (0..place).find(|other| overlaps(print, &prints[*other])) {
                let other = self.state.name(self.mates[other].id).to_owned();
                return refuse(c::MOVE_22, Why::InTheWay { other });
            }
        }
        match longroll_table::chains(&prints, Length::ZERO).len() > 1 {
            true => refuse(c::GROUP_02, Why::NotTouchingEachOther),
            false => Ok(()),
        }
    }
}

fn length_of(way: &[Point]) -> Length {
    way.windows(2).fold(Length::ZERO, |sum, pair| sum + pair[0].distance_to(pair[1]))
}
