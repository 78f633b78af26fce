import type { Configuration } from 'openid-client';

export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call the provider, on buttons. */
  name: string;
}

/** The secrets of one sign-in (RFC 7636; OpenID Connect Core 1.0, section 3.1.2.1). */
interface OpenIdSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who a person is at the provider (OpenID Connect Core 1.0, section 5.7). */
export interface Identity {
  issuer: string;
  subject: string;
  /** When the person last proved at the provider who they are; null if it does not say. */
  authenticatedAt: Date | null;
}

/** A provider of OpenID Connect. Both calls throw where the provider cannot be reached or answers wrongly. */
export interface OpenIdProvider {
  name: string;
  /** Returns the address to send the browser to. With `isFresh` the person must sign in there again. */
  begin(callback: string, isFresh: boolean): Promise<OpenIdSecrets & { address: string }>;
  /** Exchanges the code in the address that the provider sent the browser back to. */
  finish(returned: URL, secrets: OpenIdSecrets): Promise<Identity>;
}

/** The time limit of each request to the provider, in seconds. */
const timeout = 10;

/**
 * Creates a provider. Its description is fetched by the first sign-in and then kept; after a failure, the next sign-in
 * fetches it again.
 */
export function createOpenIdProvider({ issuer, clientId, clientSecret, name }: OpenIdSettings): OpenIdProvider {
  let known: Promise<Configuration> | null = null;
  // Loaded by the first sign-in, because most installations have no provider.
  const load = () => import('openid-client');

  async function discoverProvider(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await load();
    const isLocal = new URL(issuer).protocol === 'http:';
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout,
      ...(isLocal ? { execute: [allowInsecureRequests] } : {}),
    });
  }

  function configure(): Promise<Configuration> {
    known ??= discoverProvider().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    name,
    begin: async (callback, isFresh) => {
      const client = await load();
      const configuration = await configure();
      const codeVerifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { max_age: '0', prompt: 'login' } : {}),
      });
      return { address: address.href, state, nonce, codeVerifier };
    },
    finish: async (returned, { state, nonce, codeVerifier }) => {
      const client = await load();
      const tokens = await client.authorizationCodeGrant(await configure(), returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const { iss, sub, auth_time: authenticatedAt } = tokens.claims() ?? {};
      if (!iss || !sub) throw new Error('The provider sent no identity');
      return { issuer: iss, subject: sub, authenticatedAt: authenticatedAt ? new Date(authenticatedAt * 1000) : null };
    },
  };
}
