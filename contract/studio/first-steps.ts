/** What a new owner does first. */
export const firstSteps = ['NAME', 'LOGO', 'PAGES', 'INVITE'] as const;

export type FirstStep = (typeof firstSteps)[number];
