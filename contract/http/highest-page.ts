/**
 * The highest page number of a list that the API accepts. The first page is 0. It is separate from
 * the schemas, so that a browser does not load them.
 */
export const highestPage = 1_000_000;
