//! Fights one battle of `potomac` and tells it: `cargo run -p longroll-testkit --example tell -- learning 3`.
use longroll_ai::{Opponent, Policy, next_command};
use longroll_dice::Seed;
use longroll_game::{DiceSource, Fairness, Game, Opening, Players};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_rules_potomac::Potomac;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, battle};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let texts = match args[1].as_str() {
        "learning" => LEARNING,
        "brawl" => longroll_testkit::BRAWL,
        "vicksburg" => longroll_testkit::VICKSBURG_STOCKADE,
        "brandy" => longroll_testkit::BRANDY_STATION,
        _ => MCPHERSONS_RIDGE,
    };
    let number: u64 = args[2].parse().unwrap();
    let opening = Opening {
        battle: battle(texts),
        settings: Settings::default(),
        fairness: Fairness::Seed(Seed::from_number(number)),
        players: Players { blue: "captain".into(), gray: "captain".into() },
    };
    let mut game = Game::<Potomac>::start(opening).unwrap();
    let mut policies: [Box<dyn Policy<Potomac>>; 2] =
        [Opponent::Captain.policy(number, Side::Blue), Opponent::Captain.policy(number, Side::Gray)];
    while let Some((side, command)) = next_command::<Potomac>(game.state(), &mut policies) {
        let command = command.unwrap();
        let mut state = game.state().clone();
        println!("> {side}: {}", Potomac::write_command(&state, &command));
        let entry = game.submit(side, command, DiceSource::Seeded).unwrap();
        for event in &entry.events {
            let told = Potomac::tell(&state, event);
            if !told.text.is_empty() {
                println!("    {}", told.text);
            }
            Potomac::apply(&mut state, event);
        }
    }
}
