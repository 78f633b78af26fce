/**
 * What is known of an address of another site, the worst first. FAILED: checks on two days found nothing; FAILED_ONCE:
 * a check found nothing and is repeated on another day; MOVED: the site has another address for the page for ever;
 * UNKNOWN: the site refuses programs, so that nothing is known; WAITING: it was not checked yet.
 */
export const externalLinkStates = ['FAILED', 'FAILED_ONCE', 'MOVED', 'UNKNOWN', 'WAITING', 'OK'] as const;

export type ExternalLinkState = (typeof externalLinkStates)[number];

/** When the addresses of other sites are checked: each week and when a user asks, only then, or never. */
export const linkCheckModes = ['weekly', 'on-demand', 'off'] as const;
