//! Process-wide cache: one value per type, created on first use.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
pub struct Memory(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Memory {
    pub fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = values.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default())).clone();
        // The entry was stored under this type's id, so the downcast succeeds.
        value.downcast().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    #[test]
    fn each_type_has_one_value_for_the_life_of_the_memory() {
        let memory = Memory::default();
        memory.get::<AtomicU8>().store(7, Ordering::Relaxed);
        assert_eq!(memory.get::<AtomicU8>().load(Ordering::Relaxed), 7);
        assert!(memory.get::<Mutex<String>>().lock().unwrap().is_empty());
    }
}
