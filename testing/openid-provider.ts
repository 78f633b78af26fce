import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface TestOpenIdProvider {
  issuer: string;
  /** Stops the provider. Sign-ins then fail as when it cannot be reached. */
  stop(): Promise<void>;
}

export const openIdClient = { clientId: 'studio', clientSecret: 'a-secret-of-this-test-and-nothing-else' };

/**
 * Starts a real provider of OpenID Connect with its own login page, which accepts every name. The name becomes the
 * subject.
 */
export async function startOpenIdProvider(callbacks: () => string[]): Promise<TestOpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  let handler: ReturnType<InstanceType<typeof Provider>['callback']> | null = null;
  // The callbacks are known when the site under test listens.
  server.on('request', (request, response) => {
    handler ??= new Provider(issuer, {
      clients: [
        {
          client_id: openIdClient.clientId,
          client_secret: openIdClient.clientSecret,
          redirect_uris: callbacks(),
          require_auth_time: true,
        },
      ],
      cookies: { keys: ['a key of this test'] },
      features: { devInteractions: { enabled: true } },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 60, IdToken: 60 },
    }).callback();
    void handler(request, response);
  });
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Signs in at the provider's login page as a browser does, and returns the address that it sends the browser back to. A
 * browser with `cookies` of an earlier sign-in is not asked again.
 */
export async function signInAtProvider(
  address: string,
  name: string,
  { answer = 'allow', cookies = new Map() }: { answer?: 'allow' | 'cancel'; cookies?: Map<string, string> } = {},
): Promise<string> {
  const { origin } = new URL(address);
  let next = address;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = null;
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    const location = response.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      if (new URL(next).origin !== origin || next.includes('/studio/')) return next;
      continue;
    }
    const page = await response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    if (!action) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 300)}`);
    const [, abort] = /href="([^"]+abort)"/.exec(page) ?? [];
    if (answer === 'cancel' && abort) next = new URL(abort, next).href;
    else {
      const [, prompt = 'login'] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      form = new URLSearchParams({ prompt, login: name, password: 'any' });
      next = new URL(action, next).href;
    }
  }
  throw new Error('The provider did not send the browser back');
}
