//! `cargo xtask dist`: one archive with the program, the client inside it, that runs without Rust or Node.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What goes into the archive beside the program.
const TEXTS: &[&str] =
    &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "docs/hosting.md", "docs/playing.md"];

pub(crate) fn run(root: &Path) -> ExitCode {
    match archive(root) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("no archive was made: {why}");
            ExitCode::FAILURE
        }
    }
}

fn archive(root: &Path) -> Result<String, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    ran(Command::new(cargo)
        .args(["build", "--release", "--locked", "--package", "longroll"])
        .current_dir(root))?;
    let name = format!("longroll-{}-{}-{}", env!("CARGO_PKG_VERSION"), env::consts::OS, env::consts::ARCH);
    let dist = root.join("target").join("dist");
    let folder = dist.join(&name);
    let failed = |error: std::io::Error| error.to_string();
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let program = format!("longroll{}", env::consts::EXE_SUFFIX);
    fs::copy(root.join("target").join("release").join(&program), folder.join(&program)).map_err(failed)?;
    for text in TEXTS {
        let to = folder.join(Path::new(text).file_name().unwrap_or_default());
        fs::copy(root.join(text), to).map_err(failed)?;
    }
    let archive = dist.join(format!("{name}.tar.gz"));
    ran(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&dist).arg(&name))?;
    Ok(format!("{} holds the program with its client; it needs neither Rust nor Node", archive.display()))
}

fn ran(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("{command:?} cannot be started: {error}")),
    }
}
