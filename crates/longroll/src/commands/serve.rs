//! `longroll serve`: the game in the browser.

use crate::args::{LogLevel, ServeArgs};
use crate::library::SHIPPED;
use crate::report::{Failure, Report};
use crate::shelves::{Missing, Place, Shelves};
use longroll_game::ScenarioText;
use longroll_server::{Asset, Config, serve};
use std::borrow::Cow;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use tracing::level_filters::LevelFilter;

pub(crate) fn run(args: &ServeArgs) -> Result<Report, Failure> {
    write_log(args);
    let place = place(args)?;
    let Shelves { games, tables } = place.open(Missing::Make)?;
    let scenarios = SHIPPED.iter().map(|shipped| ScenarioText {
        name: shipped.name.to_owned(),
        toml: shipped.scenario.to_owned(),
        geojson: shipped.terrain.to_owned(),
    });
    let mut config = Config::new(games, scenarios.collect());
    config.tables = tables;
    config.own_scenarios = match (&args.scenarios, &place) {
        (Some(folder), _) if folder.is_dir() => Some(folder.clone()),
        (Some(folder), _) => {
            return Err(Failure::usage(format!("there is no folder {}; make it first", folder.display())));
        }
        (None, Place::Folder(folder)) => Some(folder.join("scenarios")),
        (None, Place::Database(_)) => None,
    };
    config.client = Some(asset);
    config.proxy = args.behind_proxy;
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    let ready = |address: SocketAddr| {
        let _ = writeln!(
            std::io::stdout().lock(),
            "Longroll is at http://{address}\nGames are kept in {place}. Stop with Ctrl-C."
        );
        if !args.no_browser {
            open_browser(address);
        }
    };
    serve(config, ready).map_err(|error| {
        Failure::usage(format!(
            "{error}. Is Longroll running already? --listen 127.0.0.1:PORT chooses another place"
        ))
    })?;
    Ok(Report::fine(String::new()))
}

/// What happens goes to standard error, a line each.
fn write_log(args: &ServeArgs) {
    let level = match args.log {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // Only one log is written to: a second one cannot be begun.
    let _ = match args.log_json {
        true => tracing::subscriber::set_global_default(log.json().flatten_event(true).finish()),
        false => tracing::subscriber::set_global_default(log.with_ansi(false).finish()),
    };
}

fn place(args: &ServeArgs) -> Result<Place, Failure> {
    let address =
        args.store.clone().or_else(|| std::env::var(STORE_VARIABLE).ok().filter(|named| !named.is_empty()));
    match (&args.data, address) {
        (Some(folder), _) => Ok(Place::Folder(folder.clone())),
        (None, named) => Place::named(named.as_deref()),
    }
}

/// Names the store without showing a password in the list of processes.
const STORE_VARIABLE: &str = "LONGROLL_STORE";

fn asset(path: &str) -> Option<Asset> {
    let file = longroll_web_assets::file(path)?;
    Some(Asset {
        content_type: Cow::Borrowed(file.content_type),
        bytes: file.bytes,
        is_immutable: file.is_immutable,
    })
}

/// Shows the page if there is a desktop to show it on; if not, the address was printed.
fn open_browser(address: SocketAddr) {
    let page = format!("http://{address}");
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        Command::new("xdg-open")
    } else {
        return;
    };
    let _ = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
