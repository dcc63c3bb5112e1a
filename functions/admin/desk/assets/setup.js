// The schedule, and lists that are put in order by hand.
