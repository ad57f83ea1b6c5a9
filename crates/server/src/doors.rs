//! Who comes in: connections, sockets and new games are counted, all together and by address, so that no one address fills the
//! house.

use crate::config::Limits;
use crate::shares::Asker;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Counts what is open.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: [usize; 2],
    of: BTreeMap<IpAddr, Held>,
}

/// What one address has.
#[derive(Debug)]
struct Held {
    open: [usize; 2],
    games: Allowance,
}

/// What can be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Door {
    Connection,
    Socket,
}

/// Something open; it closes when this is dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    doors: Arc<Doors>,
    address: IpAddr,
    door: Door,
}

/// Why somebody must stay outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    House,
    Address,
}

impl Doors {
    pub(crate) fn enter(
        self: &Arc<Doors>,
        door: Door,
        address: IpAddr,
        limits: &Limits,
    ) -> Result<Pass, Full> {
        let (of_all, of_address) = match door {
            Door::Connection => (limits.connections, limits.connections_of_an_address),
            Door::Socket => (limits.sockets, limits.sockets_of_an_address),
        };
        let mut open = self.open();
        if open.all[door as usize] >= of_all {
            return Err(Full::House);
        }
        let held = open.held_by(address, limits);
        if held.open[door as usize] >= of_address {
            return Err(Full::Address);
        }
        held.open[door as usize] += 1;
        open.all[door as usize] += 1;
        drop(open);
        Ok(Pass { doors: self.clone(), address, door })
    }

    pub(crate) fn open_now(&self, door: Door) -> usize {
        self.open().all[door as usize]
    }

    /// May this address start another game now?
    pub(crate) fn may_start_a_game(&self, address: IpAddr, limits: &Limits) -> bool {
        self.open().held_by(address, limits).games.take(Instant::now())
    }

    /// Forgets addresses that have nothing open and nothing to wait for.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        self.open().of.retain(|_, guest| guest.open != [0; 2] || !guest.games.is_full(now));
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn held_by(&mut self, address: IpAddr, limits: &Limits) -> &mut Held {
        let new =
            || Held { open: [0; 2], games: Allowance::new(limits.games_an_hour, 3600, limits.games_at_once) };
        self.of.entry(address).or_insert_with(new)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.doors.open();
        open.all[self.door as usize] -= 1;
        if let Some(guest) = open.of.get_mut(&self.address) {
            guest.open[self.door as usize] -= 1;
        }
    }
}

/// So many in a time, and so many at once.
#[derive(Debug)]
pub(crate) struct Allowance {
    left: u64,
    full: u64,
    /// Parts that come back in a second.
    a_second: u64,
    at: Instant,
}

/// Parts of one thing, so that a millisecond counts.
const PARTS: u64 = 100_000;

impl Allowance {
    pub(crate) fn new(count: u32, in_seconds: u32, at_once: u32) -> Allowance {
        let full = u64::from(at_once) * PARTS;
        let a_second = u64::from(count) * PARTS / u64::from(in_seconds.max(1));
        Allowance { left: full, full, a_second, at: Instant::now() }
    }

    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill_up(now);
        match self.left.checked_sub(PARTS) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.fill_up(now);
        self.left == self.full
    }

    fn fill_up(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_millis().min(100_000_000) as u64;
        if passed > 0 {
            self.at = now;
            self.left = self.full.min(self.left + passed * self.a_second / 1000);
        }
    }
}

/// Whoever makes a request. Without a socket, as in tests, it comes from this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest {
    pub address: IpAddr,
    port: u16,
}

impl Guest {
    /// Whoever is at the other end, or, if that is the proxy, whoever that says it asks for.
    pub(crate) fn of(peer: SocketAddr, headers: &HeaderMap, proxy: Option<IpAddr>) -> Guest {
        let forwarded = || if is_the(proxy, peer.ip()) { forwarded_for(headers) } else { None };
        Guest { address: counted_as(forwarded().unwrap_or(peer.ip())), port: peer.port() }
    }

    pub(crate) fn asking_for(self, game: &str) -> Asker {
        Asker { address: self.address, game: game.to_owned(), client: self.port.into() }
    }
}

impl<S: Sync> FromRequestParts<S> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Guest, Infallible> {
        let guest = parts.extensions.get::<Guest>().copied();
        Ok(guest.unwrap_or(Guest { address: Ipv4Addr::LOCALHOST.into(), port: 0 }))
    }
}

pub(crate) fn is_the(proxy: Option<IpAddr>, peer: IpAddr) -> bool {
    proxy.is_some_and(|proxy| proxy.to_canonical() == peer.to_canonical())
}

/// The last address that the request went through: the one that our own proxy wrote. Those before it are what the proxy was told.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = all.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Whoever has one address of IPv6 has the 2⁶⁴ beside it too.
pub(crate) fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_allowance_runs_out_and_comes_back() {
        let mut allowance = Allowance::new(10, 1, 3);
        let start = allowance.at;
        let taken = |allowance: &mut Allowance, ms| allowance.take(start + Duration::from_millis(ms));
        assert!((0..3).all(|_| taken(&mut allowance, 0)));
        assert!(!taken(&mut allowance, 0));
        // 10 a second are one in 100 ms
        assert!(!taken(&mut allowance, 90));
        assert!(taken(&mut allowance, 190) && !taken(&mut allowance, 190));
        // after a long while three and no more
        assert!((0..3).all(|_| taken(&mut allowance, 100_000)));
        assert!(!taken(&mut allowance, 100_000));
        // 360 an hour are one in 10 s
        let mut slow = Allowance::new(360, 3600, 1);
        let start = slow.at;
        assert!(slow.take(start) && !slow.take(start + Duration::from_secs(9)));
        assert!(slow.take(start + Duration::from_secs(10)));
    }

    #[test]
    fn doors_count_by_address_and_all_together() {
        let limits = Limits { sockets: 3, sockets_of_an_address: 2, ..Limits::default() };
        let doors = Arc::new(Doors::default());
        let address = |last| IpAddr::from([127, 0, 0, last]);
        let enter = |last| doors.enter(Door::Socket, address(last), &limits);
        let (first, second) = (enter(1).unwrap(), enter(1).unwrap());
        assert_eq!(enter(1).unwrap_err(), Full::Address);
        let third = enter(2).unwrap();
        assert_eq!(enter(3).unwrap_err(), Full::House);
        drop(first);
        assert!(enter(3).is_ok(), "whoever goes makes room");
        drop((second, third));
        doors.sweep();
        assert!(doors.open().of.is_empty());
    }

    #[test]
    fn only_the_proxy_is_believed_for_whom_it_asks() {
        let guest = |peer: &str, forwarded: &[&str], proxy: Option<&str>| {
            let headers = forwarded.iter().map(|value| {
                (axum::http::HeaderName::from_static("x-forwarded-for"), value.parse().unwrap())
            });
            let peer = SocketAddr::new(peer.parse().unwrap(), 5000);
            let guest = Guest::of(peer, &headers.collect(), proxy.map(|proxy| proxy.parse().unwrap()));
            guest.address.to_string()
        };
        let proxy = Some("127.0.0.1");
        assert_eq!(guest("127.0.0.1", &["192.0.2.7"], proxy), "192.0.2.7");
        assert_eq!(guest("::ffff:127.0.0.1", &["192.0.2.7:4711"], proxy), "192.0.2.7");
        // whoever asks may write what he likes before what the proxy writes
        assert_eq!(guest("127.0.0.1", &["198.51.100.1, 192.0.2.7"], proxy), "192.0.2.7");
        assert_eq!(guest("127.0.0.1", &["198.51.100.1", "192.0.2.7"], proxy), "192.0.2.7");
        assert_eq!(guest("127.0.0.1", &["2001:db8:1:2:3::4"], proxy), "2001:db8:1:2::");
        // a proxy that says nothing asks for itself, and others are not believed
        assert_eq!(guest("127.0.0.1", &[], proxy), "127.0.0.1");
        assert_eq!(guest("127.0.0.1", &["nobody"], proxy), "127.0.0.1");
        assert_eq!(guest("192.0.2.9", &["192.0.2.7"], proxy), "192.0.2.9");
        assert_eq!(guest("127.0.0.1", &["192.0.2.7"], None), "127.0.0.1");
    }

    #[test]
    fn one_line_of_ipv6_is_one_guest() {
        let address = |text: &str| counted_as(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2:3::4"), address("2001:db8:1:3:3::4"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
