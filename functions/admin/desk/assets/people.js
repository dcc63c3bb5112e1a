// Customers, leads and checkout: search while typing, moving leads, the bill as it will be.
