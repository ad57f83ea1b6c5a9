//! Reports: one page that needs nothing else, made from rows alone, so that the same rows give the same page.

mod choose;
mod compare;
mod csv;
mod ground;
mod page;
mod svg;

pub use choose::{Chosen, choose};
pub use compare::{Column, Comparison, Point, comparison_csv, comparison_html};
pub use csv::{battles_csv, turns_csv, units_csv};
pub use page::{Head, Kept, html};
