type WithIsoTimes<R> = { [K in keyof R]: Date extends R[K] ? Exclude<R[K], Date> | string : R[K] };

/** Returns a row of the database with its times as the contract has them: ISO 8601 in UTC. */
export function toIsoTimes<R extends object>(row: R): WithIsoTimes<R> {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(values) as WithIsoTimes<R>;
}
