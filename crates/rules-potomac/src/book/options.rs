//! The readings on which players differ, as switches of a game.

pub use crate::book::readings::*;
use crate::c;
use longroll_kit::Settings;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    pub last_subordinate_failure: LastSubordinateFailure,
    pub officer_self_move: OfficerSelfMove,
    pub initiative_action_counts: InitiativeActionCounts,
    pub general_orders: GeneralOrders,
    pub confused_orders: ConfusedOrders,
    pub confused_premelee_fire: ConfusedPremeleeFire,
    pub group_orders: GroupOrders,
    pub group_charge_same_target: GroupChargeSameTarget,
    pub group_hit_sharing: GroupHitSharing,
    pub group_drive_back_distance: GroupDriveBackDistance,
    pub artillery_group_sharing: ArtilleryGroupSharing,
    pub skirmish_line_as_target: SkirmishLineAsTarget,
    pub skirmish_wear: SkirmishWear,
    pub skirmish_contact: SkirmishContact,
    pub firing_ranks: FiringRanks,
    pub natural_six: NaturalSix,
    pub cover_and_fortification: CoverAndFortification,
    pub small_arms_premelee_near: SmallArmsPremeleeNear,
    pub artillery_premelee_long: ArtilleryPremeleeLong,
    pub premelee_who_fires: PremeleeWhoFires,
    pub failed_charge_gap: FailedChargeGap,
    pub artillery_arc: ArtilleryArc,
    pub siege_minus_two: SiegeMinusTwo,
    pub mortar_bore: MortarBore,
    pub fire_after_unlimbering: FireAfterUnlimbering,
    pub broken_ground_stop: BrokenGroundStop,
    pub melee_corner_contact: MeleeCornerContact,
    pub charging_bonus_rounds: ChargingBonusRounds,
    pub firing_hits_in_result: FiringHitsInResult,
    pub melee_several_units: MeleeSeveralUnits,
    pub retreat_timing: RetreatTiming,
    pub skirmish_share: SkirmishShare,
    pub initiative_moment: InitiativeMoment,
    pub horse_holders: HorseHolders,
    pub several_officers: SeveralOfficers,
    pub out_of_works: OutOfWorks,
    pub lost_melee: LostMelee,
    pub initiative_enemy: InitiativeEnemy,
    pub who_supports: WhoSupports,
}

impl Options {
    /// Settings were checked against the registry when they were read.
    pub fn from_settings(settings: &Settings) -> Options {
        Options {
            last_subordinate_failure: match settings.departure(c::OPT_01) {
                Some("yes_tenure_ends") => LastSubordinateFailure::YesTenureEnds,
                _ => LastSubordinateFailure::NoGeneralMayStillAct,
            },
            officer_self_move: match settings.departure(c::OPT_02) {
                Some("always_tested") => OfficerSelfMove::AlwaysTested,
                _ => OfficerSelfMove::FreeIfFirst,
            },
            initiative_action_counts: match settings.departure(c::OPT_03) {
                Some("yes") => InitiativeActionCounts::Yes,
                _ => InitiativeActionCounts::No,
            },
            general_orders: match settings.departure(c::OPT_04) {
                Some("only_units_assigned_to_him") => GeneralOrders::OnlyUnitsAssignedToHim,
                _ => GeneralOrders::AnyUnitOfHisSide,
            },
            confused_orders: match settings.departure(c::OPT_05) {
                Some("rally_or_fire") => ConfusedOrders::RallyOrFire,
                _ => ConfusedOrders::RallyOnly,
            },
            confused_premelee_fire: match settings.departure(c::OPT_06) {
                Some("test_with_minus_1") => ConfusedPremeleeFire::TestWithMinus1,
                Some("no_fire") => ConfusedPremeleeFire::NoFire,
                _ => ConfusedPremeleeFire::ByTheUsualTest,
            },
            group_orders: match settings.departure(c::OPT_07) {
                Some("move_charge_and_fire") => GroupOrders::MoveChargeAndFire,
                Some("move_charge_fire_and_stand_ready") => GroupOrders::MoveChargeFireAndStandReady,
                _ => GroupOrders::MoveAndCharge,
            },
            group_charge_same_target: match settings.departure(c::OPT_08) {
                Some("one_after_another") => GroupChargeSameTarget::OneAfterAnother,
                _ => GroupChargeSameTarget::JointCharge,
            },
            group_hit_sharing: match settings.departure(c::OPT_09) {
                Some("all_units_of_the_group") => GroupHitSharing::AllUnitsOfTheGroup,
                _ => GroupHitSharing::UnitsInTheLane,
            },
            group_drive_back_distance: match settings.departure(c::OPT_10) {
                Some("all_hits_on_the_group") => GroupDriveBackDistance::AllHitsOnTheGroup,
                Some("own_share_but_at_least_1_cm") => GroupDriveBackDistance::OwnShareButAtLeast1Cm,
                _ => GroupDriveBackDistance::LargestShareOfOneUnit,
            },
            artillery_group_sharing: match settings.departure(c::OPT_11) {
                Some("shared_like_small_arms") => ArtilleryGroupSharing::SharedLikeSmallArms,
                _ => ArtilleryGroupSharing::NoTargetTakesAll,
            },
            skirmish_line_as_target: match settings.departure(c::OPT_12) {
                Some("wear_only") => SkirmishLineAsTarget::WearOnly,
                Some("every_hit_kills_a_stand") => SkirmishLineAsTarget::EveryHitKillsAStand,
                _ => SkirmishLineAsTarget::SurplusOverStandsKillsAndWear,
            },
            skirmish_wear: match settings.departure(c::OPT_13) {
                Some("only_rounds_with_surplus_hits") => SkirmishWear::OnlyRoundsWithSurplusHits,
                _ => SkirmishWear::RoundsWithAnyHitAbsorbed,
            },
            skirmish_contact: match settings.departure(c::OPT_14) {
                Some("whole_line") => SkirmishContact::WholeLine,
                _ => SkirmishContact::TouchedStands,
            },
            firing_ranks: match settings.departure(c::OPT_15) {
                Some("front_two_ranks") => FiringRanks::FrontTwoRanks,
                _ => FiringRanks::AllStands,
            },
            natural_six: match settings.departure(c::OPT_16) {
                Some("yes_in_fire_and_melee") => NaturalSix::YesInFireAndMelee,
                _ => NaturalSix::No,
            },
            cover_and_fortification: match settings.departure(c::OPT_17) {
                Some("yes_minus_3") => CoverAndFortification::YesMinus3,
                _ => CoverAndFortification::NoMinus2Only,
            },
            small_arms_premelee_near: match settings.departure(c::OPT_18) {
                Some("short_range_without_test") => SmallArmsPremeleeNear::ShortRangeWithoutTest,
                _ => SmallArmsPremeleeNear::UsualTest,
            },
            artillery_premelee_long: match settings.departure(c::OPT_19) {
                Some("beyond_15_cm_failure_is_long_range") => {
                    ArtilleryPremeleeLong::Beyond15CmFailureIsLongRange
                }
                _ => ArtilleryPremeleeLong::BeyondTheGunsShortRange,
            },
            premelee_who_fires: match settings.departure(c::OPT_20) {
                Some("every_unit_the_charger_will_touch") => PremeleeWhoFires::EveryUnitTheChargerWillTouch,
                _ => PremeleeWhoFires::DeclaredTargetOnly,
            },
            failed_charge_gap: match settings.departure(c::OPT_21) {
                Some("gap_d") => FailedChargeGap::GapD,
                _ => FailedChargeGap::GapDPlusDMinusM,
            },
            artillery_arc: match settings.departure(c::OPT_22) {
                Some("45_degrees_either_side_of_ahead") => ArtilleryArc::Degrees45DegreesEitherSideOfAhead,
                _ => ArtilleryArc::AllRound,
            },
            siege_minus_two: match settings.departure(c::OPT_23) {
                Some("yes") => SiegeMinusTwo::Yes,
                _ => SiegeMinusTwo::No,
            },
            mortar_bore: match settings.departure(c::OPT_24) {
                Some("yes") => MortarBore::Yes,
                _ => MortarBore::No,
            },
            fire_after_unlimbering: match settings.departure(c::OPT_25) {
                Some("no") => FireAfterUnlimbering::No,
                _ => FireAfterUnlimbering::YesByALaterOrder,
            },
            broken_ground_stop: match settings.departure(c::OPT_26) {
                Some("this_tenure") => BrokenGroundStop::ThisTenure,
                _ => BrokenGroundStop::ThisOrder,
            },
            melee_corner_contact: match settings.departure(c::OPT_27) {
                Some("yes") => MeleeCornerContact::Yes,
                _ => MeleeCornerContact::No,
            },
            charging_bonus_rounds: match settings.departure(c::OPT_28) {
                Some("first_round_only") => ChargingBonusRounds::FirstRoundOnly,
                _ => ChargingBonusRounds::FirstRoundAndAfterEachFollowUp,
            },
            firing_hits_in_result: match settings.departure(c::OPT_29) {
                Some("no_as_the_example_does") => FiringHitsInResult::NoAsTheExampleDoes,
                _ => FiringHitsInResult::YesAsTheRuleSays,
            },
            melee_several_units: match settings.departure(c::OPT_30) {
                Some("each_touching_pair_separately") => MeleeSeveralUnits::EachTouchingPairSeparately,
                _ => MeleeSeveralUnits::OneScorePerSide,
            },
            retreat_timing: match settings.departure(c::OPT_31) {
                Some("all_at_once") => RetreatTiming::AllAtOnce,
                _ => RetreatTiming::OnePerOwnTenure,
            },
            skirmish_share: match settings.departure(c::OPT_32) {
                Some("at_most_half_rounded_down") => SkirmishShare::AtMostHalfRoundedDown,
                _ => SkirmishShare::AllButOne,
            },
            initiative_moment: match settings.departure(c::OPT_33) {
                Some("when_each_unit_acts") => InitiativeMoment::WhenEachUnitActs,
                _ => InitiativeMoment::OnceAtTheStartOfThePhase,
            },
            horse_holders: match settings.departure(c::OPT_34) {
                Some("only_where_the_horse_holders_were_left") => {
                    HorseHolders::OnlyWhereTheHorseHoldersWereLeft
                }
                _ => HorseHolders::AnywhereHorsesTravelAlong,
            },
            several_officers: match settings.departure(c::OPT_35) {
                Some("values_add_up") => SeveralOfficers::ValuesAddUp,
                _ => SeveralOfficers::OneCounts,
            },
            out_of_works: match settings.departure(c::OPT_36) {
                Some("full_rate") => OutOfWorks::FullRate,
                _ => OutOfWorks::HalfRate,
            },
            lost_melee: match settings.departure(c::OPT_37) {
                Some("difference_shared") => LostMelee::DifferenceShared,
                _ => LostMelee::WholeDifference,
            },
            initiative_enemy: match settings.departure(c::OPT_38) {
                Some("nearest_in_sight") => InitiativeEnemy::NearestInSight,
                _ => InitiativeEnemy::AnyInSight,
            },
            who_supports: match settings.departure(c::OPT_39) {
                Some("only_infantry") => WhoSupports::OnlyInfantry,
                _ => WhoSupports::EveryFormedUnit,
            },
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::from_settings(&Settings::default())
    }
}
