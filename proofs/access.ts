import type { SendRequest } from '../testing/access-proof.ts';
import { startDemoSite } from '../testing/content-sites.ts';
import startPostgres from '../testing/postgres.ts';
import { proveStudioAccess } from '../testing/studio-access.ts';

// Starts a real server on a real database. Calls every operation, opens every screen and asks for every other document
// of the Studio, as every role, by tokens of every scope, and as every caller who must be refused. Prints one line of
// figures, and ends with 1 if a response differs from the permissions.

const stopPostgres = await startPostgres();
// Each request comes from a network of its own, because limits count each network separately.
const site = await startDemoSite({ TRUST_PROXY: '1' });
let requests = 0;

const send: SendRequest = async ({ method, url, headers, payload }) => {
  requests += 1;
  const network = `2001:db8:${(requests >> 16).toString(16)}:${(requests & 0xffff).toString(16)}::1`;
  const answer = await fetch(site.address + url, {
    method,
    headers: { ...headers, 'x-forwarded-for': network },
    redirect: 'manual',
    // An event stream that should have been refused would never end.
    signal: AbortSignal.timeout(60_000),
    ...(payload === undefined ? {} : { body: payload }),
  });
  return { status: answer.status, body: await answer.text(), location: answer.headers.get('location') };
};

try {
  const { checked, wrong } = await proveStudioAccess(site.database.db, send, { withScreens: true });
  for (const line of wrong) console.error(line);
  console.log(`Access: ${checked} combinations checked, wrong: ${wrong.length}`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await site.stop();
  await stopPostgres();
}
