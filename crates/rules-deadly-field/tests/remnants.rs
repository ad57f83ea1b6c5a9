//! Remnants in a volley that their players are not asked about.

use longroll_rules_deadly_field::book::kinds::Weapon;
use longroll_rules_deadly_field::book::options::Options;
use longroll_rules_deadly_field::procedures::fire::{FireFacts, Firer, Manner};
use longroll_rules_deadly_field::turn::fire_step::leave_out_if_better;
use longroll_table::thousandths;

// clauses: ADF-R05
#[test]
fn a_remnant_stays_out_of_a_stop_short_volley_only_if_that_is_better() {
    // 2.5 in: six rifles with two dice, 12 + 14 = 26 halves; with two smoothbores 16 + 7 = 23, with six 24 + 7 = 31
    let options = Options::default();
    for (figures, stays) in [(2, 0), (6, 6)] {
        let firer = Firer {
            figures: 6,
            range: thousandths(2500),
            attached_figures: figures,
            attached_weapon: Some(Weapon::SmoothboreMusket),
            ..Firer::default()
        };
        let mut facts = FireFacts { firer, manner: Manner::StopShort, ..FireFacts::default() };
        leave_out_if_better(&mut facts, &options);
        assert_eq!(facts.firer.attached_figures, stays);
    }
}
