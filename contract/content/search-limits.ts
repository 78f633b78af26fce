/** The maximum number of hits of a search: the best matches. */
export const maxSearchHits = 500;

export const maxHitsOnPage = 20;
