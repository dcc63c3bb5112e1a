//! How much is asked of the table and of others at the same time. A chain has a thousand branches and thousands of people:
//! one request that asks about each of them at once would take every connection and the memory of its instance.

use std::vec;

use futures::stream::{self, Buffered, Collect, Iter, StreamExt as _, TryCollect, TryStreamExt as _};

/// How many calls of one fan-out are under way at the same time.
pub const CALLS: usize = 32;
/// How many partitions are read page by page at the same time: a page may take a megabyte.
pub const PAGES: usize = 16;

/// The futures of a list, run in its order.
pub type InTurn<F> = Buffered<Iter<vec::IntoIter<F>>>;

/// The outputs of all of them, in their order; no more than [`CALLS`] run at the same time.
pub fn all<F: Future>(calls: impl IntoIterator<Item = F>) -> Collect<InTurn<F>, Vec<F::Output>> {
    in_turn(calls).collect()
}

/// The same until the first that fails.
pub fn try_all<F, T, E>(calls: impl IntoIterator<Item = F>) -> TryCollect<InTurn<F>, Vec<T>>
where
    F: Future<Output = Result<T, E>>,
{
    in_turn(calls).try_collect()
}

/// The same one by one, for whoever needs not keep what each gives. Those behind wait until it is taken.
pub fn in_turn<F: Future>(calls: impl IntoIterator<Item = F>) -> InTurn<F> {
    // Collected first: what is kept while it is waited for is the futures alone, not what made them.
    stream::iter(calls.into_iter().collect::<Vec<_>>()).buffered(CALLS)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Notes how many run at the same time.
    async fn counted(number: usize, running: &Cell<usize>, most: &Cell<usize>) -> usize {
        running.set(running.get() + 1);
        most.set(most.get().max(running.get()));
        for _ in 0..=number % 3 {
            tokio::task::yield_now().await;
        }
        running.set(running.get() - 1);
        number
    }

    #[tokio::test]
    async fn a_long_list_is_asked_about_some_at_a_time_and_answered_in_order() {
        let (running, most) = (Cell::new(0), Cell::new(0));
        let asked = || (0..1_000).map(|number| counted(number, &running, &most));
        assert_eq!(all(asked()).await, (0..1_000).collect::<Vec<_>>());
        assert_eq!((running.get(), most.get()), (0, CALLS));
        let failing = asked().map(|call| async move { Some(call.await).filter(|number| *number != 500).ok_or(500) });
        assert_eq!(try_all(failing).await, Err(500));
        assert_eq!(most.get(), CALLS);
    }
}
