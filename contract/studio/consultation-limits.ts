// Separate from the schemas, so that a browser does not load them.

/** The largest calendar file, in characters; the largest form that a screen accepts has twice as many bytes. */
export const maxCalendarFile = 1_000_000;

/** A telephone number with its country code. */
export const internationalNumber = /^(?:\+|00)(?:\D*\d){6}/;

/** How many colours an adviser can have in the calendar. */
export const adviserColours = 8;
