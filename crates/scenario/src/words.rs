//! The closed vocabularies of a scenario file: one small enum for each, spelled once.
//!
//! The word written in the file is beside its meaning, so that the schema, the checker's remedies and the reader of this
//! page all see the same list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enum whose variants are words of the scenario file.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $( $(#[$doc:meta])* $variant:ident = $word:literal, )+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum $name { $( $(#[$doc])* #[serde(rename = $word)] $variant, )+ }

        impl $name {
            /// Every word of this list, in the order of the documentation.
            pub const ALL: &'static [$name] = &[ $( $name::$variant, )+ ];

            /// The word as it is written in a scenario file.
            pub const fn word(self) -> &'static str {
                match self { $( $name::$variant => $word, )+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// One of the two sides.
    Side {
        /// The Union, or whoever wears blue.
        Blue = "blue",
        /// The Confederacy, or whoever wears gray.
        Gray = "gray",
    }
}

impl Side {
    /// The other side.
    pub const fn enemy(self) -> Side {
        match self {
            Side::Blue => Side::Gray,
            Side::Gray => Side::Blue,
        }
    }
}

words! {
    /// An edge of the field.
    Edge {
        /// The far edge of a map with north up.
        North = "north",
        /// The right edge.
        East = "east",
        /// The near edge.
        South = "south",
        /// The left edge.
        West = "west",
    }
}

words! {
    /// The size of a formation, largest first. A formation stands under one of a larger echelon.
    Echelon {
        /// An army, or an army's wing.
        Army = "army",
        /// An army corps.
        Corps = "corps",
        /// A division, or a small independent force.
        Division = "division",
        /// A brigade of infantry or cavalry.
        Brigade = "brigade",
        /// A battalion of batteries, or another group smaller than a brigade.
        Battalion = "battalion",
    }
}

words! {
    /// How good a commander is.
    Rating {
        /// Slow, absent or a burden.
        Poor = "poor",
        /// Does what is expected.
        Average = "average",
        /// Gets more out of his men than most.
        Good = "good",
        /// One of the few.
        Excellent = "excellent",
    }
}

words! {
    /// The arm of service.
    Arm {
        /// Foot soldiers.
        Infantry = "infantry",
        /// Mounted soldiers, on horseback or not.
        Cavalry = "cavalry",
        /// Guns and their crews.
        Artillery = "artillery",
    }
}

words! {
    /// How a battery is horsed and what it is for.
    Branch {
        /// Gunners walk or ride on limbers.
        Field = "field",
        /// Every gunner on a horse.
        Horse = "horse",
        /// Guns of position and siege.
        Heavy = "heavy",
    }
}

words! {
    /// Whether cavalry is trained and horsed for the sabre charge.
    Weight {
        /// Scouts, raiders and mounted rifles: nearly all cavalry of this war.
        Light = "light",
        /// Cavalry for shock.
        Heavy = "heavy",
    }
}

words! {
    /// What most men of a unit carry.
    Weapon {
        /// Smoothbore musket.
        Musket = "musket",
        /// Muzzle-loading rifle musket: Springfield, Enfield and the like.
        RifleMusket = "rifle_musket",
        /// Breech-loading rifle.
        RifleBreechloader = "rifle_breechloader",
        /// Magazine rifle: Spencer, Henry.
        RifleRepeater = "rifle_repeater",
        /// Muzzle-loading carbine or short rifle.
        CarbineMuzzleloader = "carbine_muzzleloader",
        /// Breech-loading carbine: Sharps, Burnside and the like.
        CarbineBreechloader = "carbine_breechloader",
        /// Magazine carbine.
        CarbineRepeater = "carbine_repeater",
        /// Shotgun.
        Shotgun = "shotgun",
        /// Sabre and revolver only.
        SabreAndPistol = "sabre_and_pistol",
    }
}

words! {
    /// The model of a gun.
    GunType {
        /// Light 12-pounder smoothbore, model 1857.
        Napoleon = "napoleon",
        /// 3-inch wrought-iron (ordnance) rifle.
        ThreeInchRifle = "3in_rifle",
        /// 10-pounder Parrott rifle.
        TenPounderParrott = "10lb_parrott",
        /// 20-pounder Parrott rifle.
        TwentyPounderParrott = "20lb_parrott",
        /// 30-pounder Parrott rifle.
        ThirtyPounderParrott = "30lb_parrott",
        /// 6-pounder smoothbore gun.
        SixPounderGun = "6lb_gun",
        /// 12-pounder field howitzer.
        TwelvePounderHowitzer = "12lb_howitzer",
        /// 12-pounder mountain howitzer.
        MountainHowitzer = "mountain_howitzer",
        /// 24-pounder howitzer.
        TwentyFourPounderHowitzer = "24lb_howitzer",
        /// James rifle.
        JamesRifle = "james_rifle",
        /// Whitworth breech-loading rifle.
        Whitworth = "whitworth",
        /// Blakely rifle.
        Blakely = "blakely",
        /// Siege or seacoast gun.
        SiegeGun = "siege_gun",
        /// Mortar.
        Mortar = "mortar",
    }
}

words! {
    /// Training and experience of a unit.
    Quality {
        /// Has not been under fire.
        Green = "green",
        /// Trained, and has seen some of the war.
        Regular = "regular",
        /// Has stood in several battles.
        Veteran = "veteran",
        /// Known for it in both armies.
        Elite = "elite",
    }
}

words! {
    /// How a unit stands when the battle opens.
    Posture {
        /// Infantry in close order.
        Formed = "formed",
        /// Infantry in skirmish order.
        Skirmish = "skirmish",
        /// Cavalry on horseback.
        Mounted = "mounted",
        /// Cavalry on foot, horses held behind.
        Dismounted = "dismounted",
        /// Guns hitched up, ready to drive.
        Limbered = "limbered",
        /// Guns in battery, ready to fire.
        Unlimbered = "unlimbered",
    }
}

impl Posture {
    /// The arm which may stand so.
    pub const fn arm(self) -> Arm {
        match self {
            Posture::Formed | Posture::Skirmish => Arm::Infantry,
            Posture::Mounted | Posture::Dismounted => Arm::Cavalry,
            Posture::Limbered | Posture::Unlimbered => Arm::Artillery,
        }
    }
}

words! {
    /// What a feature of the ground is.
    Kind {
        /// Trees.
        Wood = "wood",
        /// Crops standing, or ploughed ground.
        Field = "field",
        /// Fruit trees in rows.
        Orchard = "orchard",
        /// Thicket.
        Brush = "brush",
        /// Broken or rocky ground.
        Rough = "rough",
        /// Wet ground.
        Marsh = "marsh",
        /// Water too deep to wade.
        Water = "water",
        /// One building, or a few that stand together.
        Building = "building",
        /// A built-up block.
        Town = "town",
        /// Ground inside is at least as high as `level`.
        Contour = "contour",
        /// A made road.
        Road = "road",
        /// A track.
        Trail = "trail",
        /// A railway, or its graded bed.
        Railway = "railway",
        /// Running water that can be waded.
        Stream = "stream",
        /// A rail or post fence.
        Fence = "fence",
        /// A stone wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge",
        /// Breastworks or other field works.
        Works = "works",
        /// A bridge.
        Bridge = "bridge",
        /// A ford.
        Ford = "ford",
        /// A railway or road cut: a trench with steep banks.
        Cut = "cut",
    }
}

/// Which shapes a kind of ground may be drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnAs {
    /// A polygon.
    Area,
    /// A line with a width.
    Line,
    /// Either.
    AreaOrLine,
}

impl Kind {
    /// Which shapes this kind may be drawn as.
    pub const fn drawn_as(self) -> DrawnAs {
        use Kind::*;
        match self {
            Wood | Field | Orchard | Brush | Rough | Marsh | Building | Town | Contour => DrawnAs::Area,
            Road | Trail | Railway | Stream | Fence | Wall | Hedge | Works | Cut => DrawnAs::Line,
            Water | Bridge | Ford => DrawnAs::AreaOrLine,
        }
    }

    /// The width in yards of a line of this kind when the feature states none.
    pub const fn usual_width_yards(self) -> u32 {
        use Kind::*;
        match self {
            Road | Bridge => 20,
            Trail | Railway | Ford => 12,
            Cut | Water => 20,
            Stream => 8,
            Works => 6,
            Fence | Wall | Hedge => 3,
            Wood | Field | Orchard | Brush | Rough | Marsh | Building | Town | Contour => 0,
        }
    }
}
