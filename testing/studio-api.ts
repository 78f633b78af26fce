import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { sessions } from '../api/db/studio-tables.ts';
import { createJoinLink, type LinkFor } from '../api/people/users/links.ts';
import { hashToken } from '../api/tokens.ts';
import { getRequestUrl } from '../contract/http/client.ts';
import { studioMethods } from '../contract/studio/methods.table.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import type { Role } from '../contract/studio/permissions.ts';
import type { CurrentUser } from '../contract/studio/shapes.ts';
import type { Answer, TestApi } from './api.ts';

const xsrf = 'a-token-of-this-test';

/** Returns the headers of a call that a screen of the Studio makes. */
export function createSessionHeaders(session: string | null): Record<string, string> {
  const cookies = [`XSRF-TOKEN=${xsrf}`, ...(session ? [`studio=${session}`] : [])];
  return { cookie: cookies.join('; '), 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-origin' };
}

/** Calls an operation of the Studio as a browser with a session, or without one, does. */
export function callStudio(
  api: TestApi,
  name: StudioOperationName,
  input: Record<string, unknown> = {},
  session: string | null = null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const method = studioMethods[name];
  const path = getStudioApiPath(name);
  return api.get(method === 'GET' ? getRequestUrl(path, input) : path, {
    method,
    headers: { ...createSessionHeaders(session), ...headers },
    ...(method === 'POST' ? { payload: input } : {}),
  });
}

/** Returns the session token that a response sets; null if it sets none. */
export function readSessionToken({ headers }: Answer): string | null {
  return /(?:^|,\s*)studio=([\w-]+);/.exec(headers['set-cookie'] ?? '')?.[1] ?? null;
}

/** Returns the code that an authenticator app shows; `later` counts periods of 30 seconds. */
export function createOneTimeCode(secret: string, later = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });
}

/** Creates the secret of an authenticator app, in base32. */
export function createAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export const goodPassword = 'tundra copper lantern gondola';

export interface StudioUser extends CurrentUser {
  session: string;
  secret: string;
  recoveryCodes: string[];
  call(name: StudioOperationName, input?: Record<string, unknown>): Promise<Answer>;
  /** Makes the user's last confirmation of their identity eleven minutes old, which is too old. */
  expireConfirmation(): Promise<void>;
}

let count = 0;

/** Creates a join link, and returns the input of `joinWithPassword` for it, with the secret of an authenticator app. */
export async function makeJoinInput(api: TestApi, link: LinkFor) {
  count += 1;
  const email = link.email ?? `user-${count}@example.org`;
  const secret = createAppSecret();
  const token = await createJoinLink(api.ctx, link);
  return { token, name: link.name ?? 'Ada', email, password: goodPassword, secret, code: createOneTimeCode(secret) };
}

/** Lets a user join by an invitation, with a password and an authenticator app. */
export async function makeStudioUser(api: TestApi, role: Role): Promise<StudioUser> {
  const joining = await makeJoinInput(api, { purpose: 'INVITATION', role });
  const answer = await callStudio(api, 'joinWithPassword', joining);
  const session = readSessionToken(answer);
  if (!session) throw new Error(`The user did not join: ${JSON.stringify(answer.body)}`);
  return {
    ...(answer.body.user as CurrentUser),
    session,
    secret: joining.secret,
    recoveryCodes: answer.body.recoveryCodes,
    call: (name, input) => callStudio(api, name, input, session),
    expireConfirmation: async () => {
      const confirmedAt = new Date(Date.now() - 11 * 60_000);
      await api.ctx.db
        .update(sessions)
        .set({ confirmedAt })
        .where(eq(sessions.tokenSha256, hashToken(session)));
    },
  };
}
