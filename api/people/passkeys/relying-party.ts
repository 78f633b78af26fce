import type { CompanyContext } from '../../context.ts';

/** Returns the relying party of WebAuthn: the site's host and its origin (Web Authentication Level 3, section 4). */
export function getRelyingParty({ company }: CompanyContext): { id: string; origin: string } {
  const { hostname, origin } = new URL(company.siteUrl());
  return { id: hostname, origin };
}

/** Loads the library when somebody signs in, because a server without editors never needs the library. */
export function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server');
}
