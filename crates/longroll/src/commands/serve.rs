//! `longroll serve`: the game in the browser.

use crate::args::ServeArgs;
use crate::library::SHIPPED;
use crate::report::{Failure, Report};
use longroll_game::ScenarioText;
use longroll_server::{Asset, Config, serve};
use longroll_store::{Sqlite, data_folder};
use std::borrow::Cow;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

pub(crate) fn run(args: &ServeArgs) -> Result<Report, Failure> {
    let folder = folder(args)?;
    let open = |name: &str| {
        let file = folder.join(name);
        Sqlite::open(&file)
            .map_err(|fault| Failure::usage(format!("{} cannot be opened: {fault}", file.display())))
    };
    let (store, tables) = (open("games.db")?, open("tables.db")?);
    let scenarios = SHIPPED.iter().map(|shipped| ScenarioText {
        name: shipped.name.to_owned(),
        toml: shipped.scenario.to_owned(),
        geojson: shipped.terrain.to_owned(),
    });
    let mut config = Config::new(Arc::new(store), scenarios.collect());
    config.tables = Arc::new(tables);
    config.client = Some(asset);
    config.proxy = args.behind_proxy;
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    let ready = |address: SocketAddr| {
        let _ = writeln!(
            std::io::stdout().lock(),
            "Longroll is at http://{address}\nGames are kept in {}. Stop with Ctrl-C.",
            folder.display()
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

fn folder(args: &ServeArgs) -> Result<PathBuf, Failure> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => data_folder(|name| std::env::var(name).ok())
            .map_err(|error| Failure::usage(format!("{error}; --data FOLDER names one")))?,
    };
    std::fs::create_dir_all(&folder).map_err(|error| {
        Failure::usage(format!(
            "the folder {} cannot be made: {error}; --data names another",
            folder.display()
        ))
    })?;
    Ok(folder)
}

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
