use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_rules_quickplay::Quickplay as Q;
use longroll_testkit::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let texts = if args[1] == "learning" { LEARNING } else { MCPHERSONS_RIDGE };
    let opp = Opponent::named(&args[2]).unwrap();
    let n: u64 = args[3].parse().unwrap();
    let setup = setup(texts, Settings::default());
    let mut start = Q::blank(&setup).unwrap();
    for e in Q::open(&setup).unwrap() {
        Q::apply(&mut start, &e);
    }
    let t = std::time::Instant::now();
    let mut commands = 0u64;
    let mut wins = [0, 0, 0];
    for g in 0..n {
        let mut s = start.clone();
        let mut p = [opp.policy::<Q>(g, Side::Blue), opp.policy::<Q>(g, Side::Gray)];
        let seed = Seed::from_number(g);
        let (c, halt) =
            play_out::<Q, _>(&mut s, &mut p, 20_000, |k| Rolling::new(Seeded::new(seed.clone(), k)));
        commands += u64::from(c);
        match &s.end {
            Some(e) => {
                wins[e.winner.map_or(2, |w| w as usize)] += 1;
                if n < 20 {
                    println!("{g}: {c} commands, round {} {:?} {}", s.round, e.winner, e.reason);
                }
            }
            None => {
                println!("game {g}: {halt:?} after {c} at round {} step {:?}", s.round, s.step);
            }
        }
    }
    let el = t.elapsed();
    println!(
        "{n} games, {commands} commands, {:.2} games/s, {:.2} us/command, wins {wins:?}",
        n as f64 / el.as_secs_f64(),
        el.as_micros() as f64 / commands as f64
    );
}
