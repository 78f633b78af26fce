/** The maximum number of hits of a search: the best matches. */
export const maxSearchHits = 500;

/** The maximum number of hits on one page. */
export const maxHitsOnPage = 20;
