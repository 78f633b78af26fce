/** A search finds no more than these, the best of all that match; nobody looks further. */
export const mostSearchHits = 500;

/** The most hits on one page. */
export const mostHitsOnPage = 20;
