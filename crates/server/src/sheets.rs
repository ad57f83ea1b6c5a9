//! Paper over HTTP: the sheets of `longroll sheet`, each one HTML file that carries its own styles and no script.

use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{Hall, ruleset, shortened};
use crate::umpire::UmpireTable;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use longroll_kit::Settings;
use longroll_sheet::{Paper, labels, markers, reference, roster, setup};
use longroll_umpire::mustered;

/// Its styles stand in it, and nothing else is fetched or run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn answer(html: String) -> Response {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY))], html)
        .into_response()
}

pub(crate) fn paper(named: &str) -> Outcome<Paper> {
    Paper::parse(named).ok_or_else(|| Failed::bad("paper is a4 or letter"))
}

impl Hall {
    /// A sheet of a ruleset, or of a battle under it.
    pub(crate) fn sheet(
        &self,
        named: &str,
        kind: &str,
        scenario: Option<&str>,
        paper: Paper,
    ) -> Outcome<String> {
        let set = ruleset(named)?;
        match kind {
            "reference" => return Ok(reference(set, paper)),
            "markers" => return Ok(markers(set, paper)),
            "setup" | "roster" | "labels" => {}
            _ => return Err(Failed::not_found("there is no such sheet")),
        }
        let named = scenario.ok_or_else(|| Failed::bad("this sheet wants a battle: scenario=NAME"))?;
        let (battle, settings) = (self.battle(named)?, Settings::default());
        let title = battle.scenario().title.as_str();
        let written = guarded(|| -> Result<String, String> {
            if kind == "setup" {
                return setup(set, &settings, &battle, paper).map_err(|error| error.0);
            }
            let army = mustered(set, &settings, &battle).map_err(|error| error.0)?;
            Ok(match kind {
                "roster" => roster(set, title, &army, &army, paper),
                _ => labels(set, title, &army, paper),
            })
        });
        let written = written.ok_or_else(|| Failed::bad("these rules cannot muster this battle"))?;
        written.map_err(|error| Failed::bad(shortened(&error)))
    }
}

impl UmpireTable {
    /// The roster of a table with its losses, or labels for its units.
    pub(crate) fn sheet(&self, kind: &str, paper: Paper) -> Outcome<String> {
        let table = self.lock();
        let start = table.roster_at_start();
        match kind {
            "roster" => Ok(roster(table.set, &table.title, &table.roster, start, paper)),
            "labels" => Ok(labels(table.set, &table.title, &table.roster, paper)),
            _ => Err(Failed::not_found("a table has the sheets roster and labels")),
        }
    }
}
