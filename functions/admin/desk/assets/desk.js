// Search, shortcuts and everything else that any page of the desk needs.
