//! `cargo xtask peers`: exact odds here and by two Python libraries, on this machine, in one run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

pub(crate) fn run(root: &Path) -> ExitCode {
    match measured(root) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn measured(root: &Path) -> Result<String, String> {
    let home = root.join("target/peers");
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.is_file() {
        said(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    }
    said(Command::new(&python).args(["-m", "pip", "install", "--quiet", "icepool", "dyce"]))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["run", "--quiet", "--release", "--package", "longroll-dice", "--example", "speed"];
    let own = said(Command::new(cargo).args(words).current_dir(root))?;
    let others = said(Command::new(&python).arg(root.join("xtask/src/peers.py")))?;
    Ok(in_markdown(&own, &others))
}

/// What a command printed; its own words when it fails.
fn said(command: &mut Command) -> Result<String, String> {
    let done =
        command.output().map_err(|why| format!("{}: {why}", command.get_program().to_string_lossy()))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    Err(String::from_utf8_lossy(&done.stderr).into_owned())
}

fn in_markdown(own: &str, others: &str) -> String {
    let mut by_name: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for line in others.lines() {
        if let [program, name, time] = line.split('\t').collect::<Vec<_>>()[..] {
            by_name.insert((name, program), time.parse().unwrap_or(f64::NAN));
        }
    }
    let mut text = "| exact odds, microseconds | Longroll | icepool | dyce |\n|---|---|---|---|\n".to_owned();
    for line in own.lines() {
        let Some((name, time)) = line.split_once('\t') else { continue };
        let time: f64 = time.parse().unwrap_or(f64::NAN);
        let cells = ["icepool", "dyce"].map(|program| match by_name.get(&(name, program)) {
            Some(other) => format!("{other:.0} ({:.0} times)", other / time),
            None => "–".to_owned(),
        });
        text.push_str(&format!("| {name} | {time:.1} | {} | {} |\n", cells[0], cells[1]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_both_peers_and_how_much_slower_they_are() {
        let table =
            in_markdown("one\t2.00\ntwo\t4.00\n", "icepool\tone\t20.0\ndyce\tone\t3.0\ndyce\ttwo\t40\n");
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            ["| one | 2.0 | 20 (10 times) | 3 (2 times) |", "| two | 4.0 | – | 40 (10 times) |"]
        );
    }
}
