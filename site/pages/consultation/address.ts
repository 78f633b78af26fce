const path = '/book-a-free-consultation';

/** Where a booked or requested consultation leads. */
export const thankYouPath = '/book-a-free-consultation-thank-you';

/** What the page's address may hold beside its path. */
export interface Place {
  zone?: string | null | undefined;
  from?: string | null | undefined;
  hold?: string | null | undefined;
  manage?: string | null | undefined;
}

/** Reads what of it an address holds. */
export function placeOf({ searchParams }: URL): Place {
  return {
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: searchParams.get('hold'),
    manage: searchParams.get('manage'),
  };
}

/** The page's address with these in it; what is empty is left out. */
export function addressOf(place: Place): string {
  const filled = Object.entries(place).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}
