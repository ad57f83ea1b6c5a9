/// What every ruleset's state is asked of its pieces: `piece`, `unit`, `side`, `name`, `find`, `ids`. The state must have `muster.pieces` (each
/// with `key`, `name` and `side`) and `units`, in the same order.
#[macro_export]
macro_rules! unit_accessors {
    ($state:ty, $piece:ty, $unit:ty) => {
        impl $state {
            pub fn piece(&self, id: $crate::UnitId) -> &$piece {
                &self.muster.pieces[id.index()]
            }

            pub fn unit(&self, id: $crate::UnitId) -> &$unit {
                &self.units[id.index()]
            }

            pub fn side(&self, id: $crate::UnitId) -> $crate::Side {
                self.piece(id).side
            }

            pub fn name(&self, id: $crate::UnitId) -> &str {
                &self.piece(id).name
            }

            pub fn find(&self, key: &str) -> Option<$crate::UnitId> {
                let place = self.muster.pieces.iter().position(|piece| piece.key == key)?;
                Some($crate::UnitId(place as u16))
            }

            pub fn ids(&self) -> impl Iterator<Item = $crate::UnitId> + use<> {
                (0..self.units.len() as u16).map($crate::UnitId)
            }
        }
    };
}
