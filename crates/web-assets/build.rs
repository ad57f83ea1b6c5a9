//! Builds the browser client with npm and vite into `OUT_DIR/web`, where the crate takes it from.
//!
//! `LONGROLL_WEB=skip` puts a stub page in its place (for check, clippy and tests); `LONGROLL_WEB=FOLDER` takes a client
//! that was built before. Without Node the stub is used too, with a warning that says what to install.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the client is made of. Never node_modules or dist: they change by themselves.
const INPUTS: [&str; 8] = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "index.html",
    "vite.config.js",
    "svelte.config.js",
    "public",
    "src",
];

fn main() {
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("web");
    let web = manifest.join("../../web");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=LONGROLL_WEB");
    for input in INPUTS {
        println!("cargo:rerun-if-changed={}", web.join(input).display());
    }
    let wish = std::env::var("LONGROLL_WEB").unwrap_or_default();
    let made = match wish.as_str() {
        "skip" => stub(&out, "The pages were left out of this build (LONGROLL_WEB=skip)."),
        "" => build(&web, &out).or_else(|why| {
            println!("cargo:warning=The browser client was not built: {why}");
            println!("cargo:warning=Install Node 20.19 or newer with npm and build again; until then a stub page stands in its place.");
            // Cargo runs this again at the next build, because that file is never there.
            println!("cargo:rerun-if-changed={}", manifest.join("no-such-file").display());
            stub(&out, &why)
        }),
        folder => copy(Path::new(folder), &out).map_err(|error| format!("{folder}: {error}")),
    };
    if let Err(why) = made {
        println!("cargo:warning=The browser client could not be put in place: {why}");
        std::process::exit(1);
    }
}

/// Runs npm and vite, unless the client of the same content is there already.
fn build(web: &Path, out: &Path) -> Result<(), String> {
    let stamp = content_stamp(web).map_err(|error| format!("web/ cannot be read: {error}"))?;
    let stamp_file = out.with_extension("stamp");
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) && out.join("index.html").is_file() {
        return Ok(());
    }
    // Two builds at once share node_modules; one waits for the other.
    let lock = File::create(web.join(".build-lock")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    install(web)?;
    let vite = web.join("node_modules/vite/bin/vite.js");
    run(
        Command::new("node").arg(vite).arg("build").current_dir(web).env("LONGROLL_WEB_OUT", out),
        "vite build",
    )?;
    fs::write(stamp_file, stamp).map_err(|error| error.to_string())
}

/// `npm ci`, unless node_modules was made from this very lock file.
fn install(web: &Path) -> Result<(), String> {
    let lock_file = fs::read(web.join("package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = format!("{:016x}", fnv(FNV_START, &lock_file));
    let stamp_file = web.join("node_modules/.longroll-stamp");
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) {
        return Ok(());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(
        Command::new(npm).args(["ci", "--no-audit", "--no-fund", "--fetch-retries=1"]).current_dir(web),
        "npm ci",
    )?;
    fs::write(stamp_file, stamp).map_err(|error| error.to_string())
}

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name} cannot be started ({error}); is Node installed?"))?;
    if output.status.success() {
        return Ok(());
    }
    let mut words = output.stderr;
    words.extend(output.stdout);
    let words = String::from_utf8_lossy(&words);
    let tail: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).take(8).collect();
    Err(format!("{name} failed: {}", tail.join(" | ")))
}

fn stub(out: &Path, why: &str) -> Result<(), String> {
    let put = || -> io::Result<()> {
        clear(out)?;
        let mut page = File::create(out.join("index.html"))?;
        let why = why.replace('&', "&amp;").replace('<', "&lt;");
        write!(
            page,
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Longroll</title><h1>Longroll</h1>\
             <p>The server runs, but this program was built without its pages.</p><p>{why}</p>\
             <p>Install Node 20.19 or newer with npm, and build again.</p></html>"
        )?;
        let _ = fs::remove_file(out.with_extension("stamp"));
        Ok(())
    };
    put().map_err(|error| error.to_string())
}

fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    clear(to)?;
    let _ = fs::remove_file(to.with_extension("stamp"));
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from).unwrap_or(&file));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&file, target)?;
        println!("cargo:rerun-if-changed={}", file.display());
    }
    Ok(())
}

/// One number over names and contents of all inputs: times of change do not matter.
fn content_stamp(web: &Path) -> io::Result<String> {
    let mut stamp = FNV_START;
    for input in INPUTS {
        let path = web.join(input);
        let list = if path.is_dir() { files(&path)? } else { vec![path] };
        for file in list {
            stamp = fnv(stamp, file.to_string_lossy().as_bytes());
            stamp = fnv(stamp, &fs::read(&file)?);
        }
    }
    Ok(format!("{stamp:016x}"))
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut list = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list.extend(files(&path)?);
        } else {
            list.push(path);
        }
    }
    list.sort();
    Ok(list)
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
