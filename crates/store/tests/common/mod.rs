//! A PostgreSQL server of the tests' own, on a socket in a folder that is gone afterwards.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Set where nothing may be left out for want of a program.
const LEAVE_NOTHING_OUT: &str = "LONGROLL_LEAVE_NOTHING_OUT";

/// A folder that is gone afterwards.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("longroll-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server with its data. It dies with whoever started it, however that ends.
#[derive(Debug)]
pub struct Server {
    folder: Folder,
    running: Mutex<Child>,
}

/// Says once that PostgreSQL was left out, where that is allowed.
pub fn left_out() {
    assert!(
        std::env::var_os(LEAVE_NOTHING_OUT).is_none(),
        "PostgreSQL is missing, and {LEAVE_NOTHING_OUT} says that nothing may be left out"
    );
    static SAID: OnceLock<()> = OnceLock::new();
    SAID.get_or_init(|| {
        eprintln!("left out: PostgreSQL is not installed (initdb and postgres were not found)")
    });
}

impl Server {
    /// Nothing where PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        let (initdb, postgres) = (program("initdb")?, program("postgres")?);
        let folder = Folder::new();
        let data = folder.0.join("data");
        fs::create_dir(&data).unwrap();
        give_to_nobody(&folder.0);
        give_to_nobody(&data);
        let made = unprivileged(&initdb)
            .args([
                "--auth=trust",
                "--username=longroll",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync",
                "-D",
            ])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let running = run(&postgres, &folder.0);
        let server = Server { folder, running: Mutex::new(running) };
        server.wait();
        Some(server)
    }

    /// Where a store finds it.
    pub fn address(&self) -> String {
        let host = self.folder.0.to_string_lossy().replace('/', "%2F");
        format!("postgres://longroll@{host}/postgres")
    }

    pub fn client(&self) -> postgres::Client {
        postgres::Client::connect(&self.address(), postgres::NoTls).unwrap()
    }

    /// The power fails.
    pub fn kill(&self) {
        let mut running = self.running.lock().unwrap();
        running.kill().unwrap();
        running.wait().unwrap();
    }

    pub fn start_again(&self) {
        // The backends of a killed server need a moment to see that it is gone; until then it does not start.
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let mut again = run(&program("postgres").unwrap(), &self.folder.0);
            thread::sleep(Duration::from_millis(300));
            if again.try_wait().unwrap().is_none() {
                *self.running.lock().unwrap() = again;
                break;
            }
            assert!(Instant::now() < until, "the server does not start again");
        }
        self.wait();
    }

    fn wait(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        while postgres::Client::connect(&self.address(), postgres::NoTls).is_err() {
            assert!(Instant::now() < until, "the server does not come up");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs the server from a thread that stays as long as the process, for the server dies with the thread that started it.
fn run(postgres: &Path, folder: &Path) -> Child {
    let mut command = unprivileged(postgres);
    command
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-k")
        .arg(folder)
        .args(["-c", "listen_addresses=", "-c", "max_connections=60", "-c", "log_min_messages=fatal"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    type Asked = (Command, mpsc::Sender<Child>);
    static STARTER: OnceLock<Mutex<mpsc::Sender<Asked>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (asks, asked) = mpsc::channel::<Asked>();
        thread::spawn(move || {
            for (mut command, answer) in asked {
                answer.send(command.spawn().unwrap()).unwrap();
            }
        });
        Mutex::new(asks)
    });
    let (answer, started) = mpsc::channel();
    starter.lock().unwrap().send((command, answer)).unwrap();
    started.recv().unwrap()
}

/// PostgreSQL does not run as root.
fn unprivileged(program: &Path) -> Command {
    let Some(setpriv) = self::program("setpriv") else { return Command::new(program) };
    let mut command = Command::new(setpriv);
    command.args(["--pdeathsig", "KILL"]);
    if is_root() {
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    }
    command.arg(program);
    command
}

fn give_to_nobody(folder: &Path) {
    #[cfg(unix)]
    if is_root() {
        std::os::unix::fs::chown(folder, Some(65_534), Some(65_534)).unwrap();
    }
}

fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata("/proc/self").is_ok_and(|of_this_process| of_this_process.uid() == 0)
    }
    #[cfg(not(unix))]
    false
}

/// On the path, or where Debian puts the programs of its server.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let of_debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = std::env::split_paths(&path).chain(of_debian.map(|version| version.path().join("bin")));
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}
