/** The highest page number of a list that the API accepts. The first page is 0. Without a schema, for browsers. */
export const highestPage = 1_000_000;
