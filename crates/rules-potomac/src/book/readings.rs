//! The answers to each question on which players differ.

use serde::{Deserialize, Serialize};

/// POT-OPT-01: Does the tenure end when the last subordinate fails, although the general has not acted?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LastSubordinateFailure {
    /// A general who has not acted may still order.
    NoGeneralMayStillAct,
    /// The tenure ends with the last subordinate's failure.
    YesTenureEnds,
}

/// POT-OPT-02: May an officer's free first order be his own move?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OfficerSelfMove {
    /// His own move is free if it is his first order.
    FreeIfFirst,
    /// His own move is always tested.
    AlwaysTested,
}

/// POT-OPT-03: Does an initiative action count as an order received by the unit?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InitiativeActionCounts {
    /// An initiative action is no order received.
    No,
    /// An initiative action counts as an order received.
    Yes,
}

/// POT-OPT-04: Which units may the general order?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GeneralOrders {
    /// The general may order any unit of his side.
    AnyUnitOfHisSide,
    /// The general may order only the units assigned to him.
    OnlyUnitsAssignedToHim,
}

/// POT-OPT-05: Which orders may a confused (not retreating) unit be given?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ConfusedOrders {
    /// A confused unit may only be rallied.
    RallyOnly,
    /// A confused unit may be rallied or ordered to fire.
    RallyOrFire,
}

/// POT-OPT-06: May a confused unit make pre-melee fire?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ConfusedPremeleeFire {
    /// The usual test.
    ByTheUsualTest,
    /// The usual test with −1.
    TestWithMinus1,
    /// No fire at all.
    NoFire,
}

/// POT-OPT-07: Which orders may be given to a group as one order?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GroupOrders {
    /// Move and Charge.
    MoveAndCharge,
    /// Move, Charge and Fire.
    MoveChargeAndFire,
    /// Move, Charge, Fire and Stand Ready.
    MoveChargeFireAndStandReady,
}

/// POT-OPT-08: Units of one group Charge order with the same target:
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GroupChargeSameTarget {
    /// They charge together: one fire, hits shared, one melee.
    JointCharge,
    /// They charge one after another.
    OneAfterAnother,
}

/// POT-OPT-09: Among which units of a group are small-arms hits shared?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GroupHitSharing {
    /// Among the units that have a part in the fire lane.
    UnitsInTheLane,
    /// Among all units of the group.
    AllUnitsOfTheGroup,
}

/// POT-OPT-10: How far does a group go back under fire?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GroupDriveBackDistance {
    /// By the largest share of one unit.
    LargestShareOfOneUnit,
    /// By all hits on the group together.
    AllHitsOnTheGroup,
    /// Each unit by its own share, but at least 1 cm.
    OwnShareButAtLeast1Cm,
}

/// POT-OPT-11: Are artillery hits on a group shared?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ArtilleryGroupSharing {
    /// The target takes them all.
    NoTargetTakesAll,
    /// They are shared like those of small arms.
    SharedLikeSmallArms,
}

/// POT-OPT-12: What do hits on a skirmish line without a parent behind it do?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SkirmishLineAsTarget {
    /// Each hit beyond the number of stands removes one, besides the wear.
    SurplusOverStandsKillsAndWear,
    /// Only the wear from the second round on.
    WearOnly,
    /// Every hit removes a stand.
    EveryHitKillsAStand,
}

/// POT-OPT-13: Which rounds wear a skirmish line down from the second on?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SkirmishWear {
    /// Every round from which the line absorbs a hit.
    RoundsWithAnyHitAbsorbed,
    /// Only rounds in which hits reach the parent.
    OnlyRoundsWithSurplusHits,
}

/// POT-OPT-14: What is lost when a formed enemy touches a skirmish line?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SkirmishContact {
    /// The stands touched.
    TouchedStands,
    /// The whole line.
    WholeLine,
}

/// POT-OPT-15: Which stands of a formed unit throw dice in small-arms fire?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FiringRanks {
    /// All formed stands.
    AllStands,
    /// The stands of the two front ranks.
    FrontTwoRanks,
}

/// POT-OPT-16: Does a natural 6 always hit?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NaturalSix {
    /// No.
    No,
    /// A natural 6 always hits, in fire and in melee.
    YesInFireAndMelee,
}

/// POT-OPT-17: Do cover (or deployed guns) and fortifications add up?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CoverAndFortification {
    /// No: −2 replaces −1.
    NoMinus2Only,
    /// Yes: −3 together.
    YesMinus3,
}

/// POT-OPT-18: Pre-melee small arms of a unit not in Stand Ready at a charger that starts within 15 cm:
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SmallArmsPremeleeNear {
    /// The usual test.
    UsualTest,
    /// Short range without a test.
    ShortRangeWithoutTest,
}

/// POT-OPT-19: From where must a charger start for the artillery range test to be needed?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ArtilleryPremeleeLong {
    /// Beyond the guns' short range; a failure keeps the starting band.
    BeyondTheGunsShortRange,
    /// Beyond 15 cm; a failure is long range.
    Beyond15CmFailureIsLongRange,
}

/// POT-OPT-20: Who makes pre-melee fire?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PremeleeWhoFires {
    /// Only the declared target.
    DeclaredTargetOnly,
    /// Every unit that the charge will touch.
    EveryUnitTheChargerWillTouch,
}

/// POT-OPT-21: Where does a charger stop that is kept from contact?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FailedChargeGap {
    /// At a gap of D + d − M.
    GapDPlusDMinusM,
    /// At a gap of d.
    GapD,
}

/// POT-OPT-22: Where may guns fire?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ArtilleryArc {
    /// All round.
    AllRound,
    /// Within 45° either side of straight ahead.
    Degrees45DegreesEitherSideOfAhead,
}

/// POT-OPT-23: Does the -2 apply when siege guns or mortars fire at the work itself?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SiegeMinusTwo {
    /// No.
    No,
    /// Yes, like at a unit in fortifications.
    Yes,
}

/// POT-OPT-24: Do the smoothbore range adjustments apply to mortars?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MortarBore {
    /// No.
    No,
    /// Yes, as smoothbores.
    Yes,
}

/// POT-OPT-25: May a battery fire in the tenure in which it (un)limbered?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FireAfterUnlimbering {
    /// Yes, by a later order.
    YesByALaterOrder,
    /// Not in that tenure.
    No,
}

/// POT-OPT-26: How long does the stop at broken ground last?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BrokenGroundStop {
    /// For the order that brought it there.
    ThisOrder,
    /// For the whole tenure.
    ThisTenure,
}

/// POT-OPT-27: Does corner contact bring a stand into melee?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MeleeCornerContact {
    /// No.
    No,
    /// Yes.
    Yes,
}

/// POT-OPT-28: When does +1 for charging apply?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChargingBonusRounds {
    /// In the first round and after each follow-up.
    FirstRoundAndAfterEachFollowUp,
    /// In the first round only.
    FirstRoundOnly,
}

/// POT-OPT-29: Do pre-melee firing hits count in the result of the first round?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FiringHitsInResult {
    /// Yes, as the rule says.
    YesAsTheRuleSays,
    /// No, as the printed example does.
    NoAsTheExampleDoes,
}

/// POT-OPT-30: How is a melee of several units compared?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MeleeSeveralUnits {
    /// One score for each side.
    OneScorePerSide,
    /// Each touching pair for itself.
    EachTouchingPairSeparately,
}

/// POT-OPT-31: When are the further moves of a retreat made?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RetreatTiming {
    /// One move in each own tenure.
    OnePerOwnTenure,
    /// All at once.
    AllAtOnce,
}

/// POT-OPT-32: How many stands may be deployed as skirmishers?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SkirmishShare {
    /// All stands but one.
    AllButOne,
    /// At most half of the stands, rounded down.
    AtMostHalfRoundedDown,
}

/// POT-OPT-33: When are the 30 cm and sight conditions tested?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InitiativeMoment {
    /// Once, at the start of the phase.
    OnceAtTheStartOfThePhase,
    /// When each unit acts.
    WhenEachUnitActs,
}

/// POT-OPT-34: Where may dismounted cavalry mount?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HorseHolders {
    /// Anywhere: the horses travel along.
    AnywhereHorsesTravelAlong,
    /// Only where the horse holders were left.
    OnlyWhereTheHorseHoldersWereLeft,
}

/// POT-OPT-35: Several officers attached to one unit or group:
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeveralOfficers {
    /// One of them counts.
    OneCounts,
    /// Their values add up.
    ValuesAddUp,
}

/// POT-OPT-36: How far does a charge go that starts in works?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OutOfWorks {
    /// A charge out of works goes at the half rate.
    HalfRate,
    /// At the full rate, like an evade.
    FullRate,
}

/// POT-OPT-37: How far do several losers of a round go back?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LostMelee {
    /// Each by the whole difference.
    WholeDifference,
    /// The difference is shared among them, rounded up.
    DifferenceShared,
}

/// POT-OPT-38: Which enemies let a unit act on its own initiative?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InitiativeEnemy {
    /// Every one within 30 cm that it sees.
    AnyInSight,
    /// Only the nearest that it sees.
    NearestInSight,
}

/// POT-OPT-39: Whose stands support?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WhoSupports {
    /// Those of every formed unit.
    EveryFormedUnit,
    /// Those of infantry only.
    OnlyInfantry,
}
