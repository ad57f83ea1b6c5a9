//! How the stands of a formed unit stand: POT-UNIT-08, -13, -14.
//!
//! A body is a grid of equal stands behind the middle of its front edge. All stands face the same way and touch, so the
//! unit is one body as long as its ranks are filled from the front.

use crate::book::kinds::Formation;
use longroll_table::{BaseSize, Footprint, Heading, Length, Point, Pose, QUARTER, Rect, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The place of a stand in its unit: ranks from the front, files from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    pub rank: u8,
    pub file: u8,
}

/// A formed unit on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// The middle of the front edge, and the way the unit faces.
    pub front: Pose,
    /// How many files the grid is wide.
    pub files: u8,
    #[schemars(with = "Vec<Cell>")]
    pub cells: SmallVec<[Cell; 8]>,
    /// POT-ARTY-19: the way the guns are laid, each turned in place; absent: straight ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laid: Option<Heading>,
    /// A unit of one stand is in the formation that its player declares.
    #[serde(default, skip_serializing_if = "is_false")]
    pub column: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Which end of a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Left,
    #[default]
    Right,
}

impl Hand {
    pub fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

impl Body {
    /// So many stands in so many files, ranks filled from the front and each from the left.
    pub fn new(front: Pose, stands: u8, files: u8) -> Body {
        let files = files.clamp(1, stands.max(1));
        let cells = (0..stands).map(|n| Cell { rank: n / files, file: n % files }).collect();
        Body { front, files, cells, laid: None, column: false }
    }

    pub fn stands(&self) -> u8 {
        self.cells.len() as u8
    }

    pub fn ranks(&self) -> u8 {
        self.cells.iter().map(|cell| cell.rank + 1).max().unwrap_or(0)
    }

    /// POT-UNIT-14: one or two ranks are a line, one or two files deeper than wide a column, all else is irregular.
    pub fn formation(&self) -> Formation {
        let (files, ranks) = (self.files, self.ranks());
        if self.stands() <= 1 {
            return if self.column { Formation::Column } else { Formation::Line };
        }
        if !self.is_filled() {
            Formation::Irregular
        } else if files <= 2 && ranks > files {
            Formation::Column
        } else if ranks <= 2 {
            Formation::Line
        } else {
            Formation::Irregular
        }
    }

    /// Is every rank but the last full?
    fn is_filled(&self) -> bool {
        let ranks = self.ranks();
        (0..ranks.saturating_sub(1))
            .all(|rank| self.cells.iter().filter(|cell| cell.rank == rank).count() == usize::from(self.files))
    }

    pub fn width(&self, stand: BaseSize) -> Length {
        stand.front * i64::from(self.files)
    }

    pub fn depth(&self, stand: BaseSize) -> Length {
        stand.depth * i64::from(self.ranks())
    }

    /// The base of one stand.
    pub fn stand(&self, cell: Cell, stand: BaseSize) -> Rect {
        self.wall(cell, cell, stand)
    }

    pub fn footprint(&self, stand: BaseSize) -> Footprint {
        Footprint::of(self.cells.iter().map(|cell| self.stand(*cell, stand)))
    }

    /// The same ground in as few rectangles as it has: stands shoulder to shoulder are one wall, without seams where the
    /// corners of neighbours are rounded apart.
    pub fn walls(&self, stand: BaseSize) -> Footprint {
        if self.laid.is_some() {
            return self.footprint(stand);
        }
        // Ranks and files of each wall, first and last
        let mut walls: SmallVec<[[Cell; 2]; 4]> = SmallVec::new();
        let mut cells = self.cells.clone();
        cells.sort_unstable_by_key(|cell| (cell.rank, cell.file));
        for cell in cells {
            match walls.last_mut() {
                Some([_, last]) if last.rank == cell.rank && last.file + 1 == cell.file => *last = cell,
                _ => walls.push([cell, cell]),
            }
        }
        walls.dedup_by(|next, wall| {
            let is_behind = wall[1].rank + 1 == next[0].rank
                && (wall[0].file, wall[1].file) == (next[0].file, next[1].file);
            if is_behind {
                wall[1].rank = next[1].rank;
            }
            is_behind
        });
        Footprint::of(walls.iter().map(|[first, last]| self.wall(*first, *last, stand)))
    }

    fn wall(&self, first: Cell, last: Cell, stand: BaseSize) -> Rect {
        let both = |first: u8, last: u8| i64::from(first) + i64::from(last) + 1;
        let many = |first: u8, last: u8| i64::from(last - first) + 1;
        let across = half(stand.front * (both(first.file, last.file) - i64::from(self.files)));
        let back = half(stand.depth * both(first.rank, last.rank));
        let facing = self.front.facing;
        let at =
            self.front.at + Vector::along(facing.right(), across) + Vector::along(facing.opposite(), back);
        let size = BaseSize::new(
            stand.front * many(first.file, last.file),
            stand.depth * many(first.rank, last.rank),
        );
        Rect::new(Pose::new(at, self.laid.unwrap_or(facing)), size)
    }

    /// The way the unit looks: its facing, or that in which its guns are laid.
    pub fn facing(&self) -> Heading {
        self.laid.unwrap_or(self.front.facing)
    }

    /// The rectangle around all stands: its front edge is the unit's front. Guns laid another way have the front of the
    /// foremost of them.
    pub fn block(&self, stand: BaseSize) -> Rect {
        if let Some(laid) = self.laid {
            let stands = self.cells.iter().map(|cell| self.stand(*cell, stand));
            let foremost = stands.max_by_key(|gun| (gun.centre() - self.front.at).measured_along(laid));
            return foremost.unwrap_or_else(|| Rect::new(self.front, stand));
        }
        let depth = self.depth(stand);
        let at = self.front.at.ahead(self.front.facing.opposite(), depth.half());
        Rect::new(Pose::new(at, self.front.facing), BaseSize::new(self.width(stand), depth))
    }

    /// Both ends of the front edge, left and right.
    pub fn front_corners(&self, stand: BaseSize) -> [Point; 2] {
        let half = self.width(stand).half();
        let facing = self.front.facing;
        [self.front.at.ahead(facing.left(), half), self.front.at.ahead(facing.right(), half)]
    }

    /// Both ends of the front rank, which in an irregular formation may be shorter than the front (POT-FIRE-02).
    pub fn front_rank_corners(&self, stand: BaseSize) -> [Point; 2] {
        let front = || self.cells.iter().filter(|cell| cell.rank == 0).map(|cell| i64::from(cell.file));
        let (Some(first), Some(last)) = (front().min(), front().max()) else {
            return self.front_corners(stand);
        };
        if first == 0 && last + 1 == i64::from(self.files) {
            return self.front_corners(stand);
        }
        let [left, _] = self.front_corners(stand);
        let right = self.front.facing.right();
        [left.ahead(right, stand.front * first), left.ahead(right, stand.front * (last + 1))]
    }

    pub fn shifted(&self, by: Vector) -> Body {
        let front = Pose::new(self.front.at + by, self.front.facing);
        Body { front, ..self.clone() }
    }

    /// The whole body turned as one about a point, clockwise by so many units.
    pub fn turned_about(&self, pivot: Point, by: i32) -> Body {
        let at = pivot + (self.front.at - pivot).turned(by);
        Body { front: Pose::new(at, self.front.facing.turned(by)), ..self.clone() }
    }

    /// POT-MOVE-20: a turn about the centre of the front.
    pub fn faced(&self, to: Heading) -> Body {
        Body { front: Pose::new(self.front.at, to), ..self.clone() }
    }

    /// Turned in place about the centre of the unit (POT-MORALE-20).
    pub fn faced_about_centre(&self, to: Heading, stand: BaseSize) -> Body {
        let centre = self.centre(stand);
        self.turned_about(centre, self.front.facing.difference(to))
    }

    /// POT-SIGHT-05: the mean of the centres of the stands.
    pub fn centre(&self, stand: BaseSize) -> Point {
        let n = i64::from(self.stands()).max(1);
        let (x, y) = self.cells.iter().fold((0, 0), |(x, y), cell| {
            let at = self.stand(*cell, stand).centre();
            (x + at.x, y + at.y)
        });
        Point::new(x.div_euclid(n), y.div_euclid(n))
    }

    /// The same stands in another number of files, about the centre of the front (POT-MOVE-20).
    pub fn formed(&self, files: u8, column: bool) -> Body {
        Body { column, ..Body::new(self.front, self.stands(), files) }
    }

    /// POT-FIRE-26: a stand of the rearmost rank goes; of a single rank one of the ends, and the front closes up.
    pub fn without_one(&self, end: Hand, stand: BaseSize) -> Body {
        let ranks = self.ranks();
        let rear = self.cells.iter().enumerate().filter(|(_, cell)| cell.rank + 1 == ranks);
        let gone = match end {
            Hand::Left => rear.min_by_key(|(_, cell)| cell.file),
            Hand::Right => rear.max_by_key(|(_, cell)| cell.file),
        };
        let Some((place, gone)) = gone.map(|(place, cell)| (place, *cell)) else { return self.clone() };
        let mut body = self.clone();
        body.cells.remove(place);
        // POT-UNIT-14: the last stand stays in the formation that the unit had
        if body.stands() == 1 {
            body.column = self.formation() == Formation::Column;
        }
        if ranks == 1 && self.files > 1 {
            // The front is narrower by a stand, so its middle moves by half a stand away from the end that is gone
            let shift = stand.front.half();
            let left = gone.file == 0;
            let way = if left { self.front.facing.right() } else { self.front.facing.left() };
            body.front.at = self.front.at.ahead(way, shift);
            body.files -= 1;
            if left {
                body.cells.iter_mut().for_each(|cell| cell.file -= 1);
            }
        }
        body
    }

    /// POT-SKIRM-06: a stand comes back to the rear rank, or to the end of a single rank.
    pub fn with_one(&self, end: Hand, stand: BaseSize) -> Body {
        if self.cells.is_empty() {
            return Body { column: self.column, ..Body::new(self.front, 1, 1) };
        }
        let ranks = self.ranks();
        let mut body = self.clone();
        let free_in =
            |rank: u8| (0..self.files).find(|file| !self.cells.contains(&Cell { rank, file: *file }));
        if ranks > 1 || self.formation() == Formation::Column {
            let cell = match free_in(ranks - 1) {
                Some(file) => Cell { rank: ranks - 1, file },
                None => Cell { rank: ranks, file: 0 },
            };
            body.cells.push(cell);
            return body;
        }
        let shift = stand.front.half();
        let way = match end {
            Hand::Left => self.front.facing.left(),
            Hand::Right => self.front.facing.right(),
        };
        body.front.at = self.front.at.ahead(way, shift);
        body.files += 1;
        match end {
            Hand::Left => {
                body.cells.iter_mut().for_each(|cell| cell.file += 1);
                body.cells.push(Cell { rank: 0, file: 0 });
            }
            Hand::Right => body.cells.push(Cell { rank: 0, file: self.files }),
        }
        body
    }
}

/// Half of a length that may be negative, exactly when it is even.
fn half(length: Length) -> Length {
    Length::from_micrometres(length.micrometres() / 2)
}

/// The facing, turned from `facing` to one side, in which a point lies straight ahead of the place that is `offset` to
/// the right of the pivot.
pub(crate) fn heading_through(
    pivot: Point,
    offset: Length,
    to: Point,
    facing: Heading,
    right: bool,
) -> Heading {
    // How far the point lies to the right of that line; falls as the facing turns right.
    let beside = |by: i32| {
        let heading = facing.turned(if right { by } else { -by });
        let off = (to - pivot).measured_along(heading.right()) - offset;
        if right { off } else { -off }
    };
    let (mut low, mut high) = (0, 2 * i32::from(QUARTER));
    while high - low > 1 {
        let middle = (low + high) / 2;
        if beside(middle) > Length::ZERO {
            low = middle;
        } else {
            high = middle;
        }
    }
    let by = if beside(high).micrometres().abs() < beside(low).micrometres().abs() { high } else { low };
    facing.turned(if right { by } else { -by })
}
