// Rows as the files have them. Included by `tables`, which alone reads them.

struct Tables {
    movement: Vec<MoveRow>,
    charge: Vec<ChargeRow>,
    compulsory: Vec<CompulsoryRow>,
    march: Vec<MarchRow>,
    generals: Vec<AbilityRow>,
    guns: Vec<GunFileRow>,
    bands: Vec<BandRow>,
    weapons: Vec<WeaponRow>,
    columns: Vec<ColumnRow>,
    small_arms: Vec<SmallArmsRow>,
    artillery: Vec<ArtilleryRow>,
    skirmish: Vec<SkirmishRow>,
    recall: Vec<RecallRow>,
    order_change: Vec<OrderChangeRow>,
    nerve: Vec<NerveRow>,
    orders: Vec<OrderRow>,
    morale: Vec<MoraleRow>,
    melee: Vec<MeleeRow>,
    casualties: Vec<CasualtyRow>,
    pursuit: Vec<PursuitRow>,
    brigade: Vec<BrigadeRow>,
    shares: Vec<ShareRow>,
    risk: Vec<RiskRow>,
    footprint: Vec<FootprintRow>,
    actions: Vec<ActionRow>,
    average: Vec<AverageRow>,
}

macro_rules! table {
    ($name:literal) => {
        rows($name, include_str!(concat!("../../tables/", $name)))?
    };
}

impl Tables {
    fn read() -> Result<Tables, TableError> {
        Ok(Tables {
            movement: table!("movement.csv"),
            charge: table!("charge.csv"),
            compulsory: table!("compulsory_move.csv"),
            march: table!("tactical_march.csv"),
            generals: table!("generals.csv"),
            guns: table!("gun_type.csv"),
            bands: table!("artillery_band.csv"),
            weapons: table!("smallarms_range.csv"),
            columns: table!("score_columns.csv"),
            small_arms: table!("smallarms_hits.csv"),
            artillery: table!("artillery_hits.csv"),
            skirmish: table!("skirmish_fire.csv"),
            recall: table!("skirmish_recall.csv"),
            order_change: table!("order_change.csv"),
            nerve: table!("loss_of_nerve.csv"),
            orders: table!("orders.csv"),
            morale: table!("morale_result.csv"),
            melee: table!("melee_result.csv"),
            casualties: table!("melee_casualties.csv"),
            pursuit: table!("pursuit_result.csv"),
            brigade: table!("brigade_result.csv"),
            shares: table!("brigade_share.csv"),
            risk: table!("risk_to_general.csv"),
            footprint: table!("footprint.csv"),
            actions: table!("formation_change.csv"),
            average: table!("avd_from_d6.csv"),
        })
    }
}

#[derive(Deserialize)]
struct MoveRow {
    kind: String,
    grades: String,
    formation: String,
    die: String,
    half_move_dice: Option<u32>,
    full_move_dice: u32,
    add_in_full: u32,
}

#[derive(Deserialize)]
struct ChargeRow {
    kind: String,
    grades: String,
    formation: String,
    die: String,
    approach_dice: u32,
    closing_dice: u32,
    closing_add_in: u32,
    closing_bonus_dice: u32,
    max_reach_in: u32,
}

#[derive(Deserialize)]
struct CompulsoryRow {
    kind: String,
    grades: String,
    reason: String,
    dice: u32,
    die: String,
    add: i32,
    floor_in: Option<u32>,
}

#[derive(Deserialize)]
struct MarchRow {
    kind: String,
    distance_in: u32,
    stop_at_visible_enemy_in: u32,
    dp_dice: u32,
    dp_die: Option<String>,
}

#[derive(Deserialize)]
struct AbilityRow {
    ability: String,
    unit_morale: i32,
    rally_dp_grades: String,
    command_radius_in: u32,
    cinc_order_mod: i32,
    brigadier_order_mod: i32,
    initiative_mod: i32,
    adc_d6_min: u8,
    adc_d6_max: u8,
    extra_tactical_march_brigades: u32,
    remove_dp_from_moved_unit_on_assault: u8,
}

#[derive(Deserialize)]
struct GunFileRow {
    gun: Gun,
    weight: String,
    band: u8,
    canister_mod: i32,
    bursts: u8,
}

#[derive(Deserialize)]
struct BandRow {
    band: u8,
    canister_max: u32,
    effective_max: u32,
    long_max: u32,
}

#[derive(Deserialize)]
struct ColumnRow {
    score_min: i32,
    score_max: i32,
}

#[derive(Deserialize)]
struct SmallArmsRow {
    fig_min: u32,
    fig_max: u32,
    s0: u32,
    s1_2: u32,
    s3_4: u32,
    s5_6: u32,
    s7_8: u32,
    s9_10: u32,
    s11_12: u32,
    s13_14: u32,
    s15_16: u32,
    s17_18: u32,
}

impl SmallArmsRow {
    fn hits(&self) -> [u32; 10] {
        [
            self.s0, self.s1_2, self.s3_4, self.s5_6, self.s7_8, self.s9_10, self.s11_12, self.s13_14,
            self.s15_16, self.s17_18,
        ]
    }
}

#[derive(Deserialize)]
struct ArtilleryRow {
    models: u32,
    s0: u32,
    s1_2: u32,
    s3_4: u32,
    s5_6: u32,
    s7_8: u32,
    s9_10: u32,
    s11_12: u32,
    s13_14: u32,
    s15_16: u32,
    s17_18: u32,
}

impl ArtilleryRow {
    fn hits(&self) -> [u32; 10] {
        [
            self.s0, self.s1_2, self.s3_4, self.s5_6, self.s7_8, self.s9_10, self.s11_12, self.s13_14,
            self.s15_16, self.s17_18,
        ]
    }
}

#[derive(Deserialize)]
struct SkirmishRow {
    class: String,
    figures_per_d6: u32,
    hit_on_min: u8,
    default_grade: Option<String>,
}

#[derive(Deserialize)]
struct RecallRow {
    grade: String,
    target_2d6: i32,
}

#[derive(Deserialize)]
struct OrderChangeRow {
    who: String,
    brigade_grade: String,
    target: i32,
}

#[derive(Deserialize)]
struct NerveRow {
    present_order: String,
    natural_min: u32,
    natural_max: u32,
    more_aggressive_attempt: String,
    less_aggressive_attempt: String,
}

#[derive(Deserialize)]
struct OrderRow {
    order: String,
    may_be_issued: u8,
    max_drift_in: Option<u32>,
    brigade_morale_mod: i32,
}

#[derive(Deserialize)]
struct CasualtyRow {
    inflicter: String,
    inflicter_status: String,
    against: String,
    enemy_status: String,
    one_per: u32,
}

#[derive(Deserialize)]
struct PursuitRow {
    score_min: i32,
    score_max: i32,
    dp: u8,
    cavalry: String,
}

#[derive(Deserialize)]
struct BrigadeRow {
    score_min: i32,
    score_max: i32,
    result: String,
    dp: u8,
    retire_in: u32,
}

#[derive(Deserialize)]
struct ShareRow {
    share_min: String,
    min_inclusive: u8,
    share_max: String,
    max_inclusive: u8,
    #[serde(rename = "mod")]
    modifier: i32,
}

#[derive(Deserialize)]
struct RiskRow {
    roll_min: u32,
    roll_max: u32,
    result: String,
}

#[derive(Deserialize)]
struct FootprintRow {
    kind: String,
    figures_per_base: u32,
    base_width_in: InchCell,
    base_depth_in: InchCell,
}

#[derive(Deserialize)]
struct ActionRow {
    action: String,
    from: Option<String>,
    to: Option<String>,
    cost_veteran_regular: String,
    cost_trained_raw: String,
}

#[derive(Deserialize)]
struct AverageRow {
    d6: u8,
    avd: u8,
}
