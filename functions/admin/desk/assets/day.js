// The day board: moving cards, walk-ins, following what others do.
