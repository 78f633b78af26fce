import { once } from 'node:events';
import { connect } from 'node:tls';
import { formatCount } from '../../contract/content/number-text.ts';
import { createOk, createProblem, createWarning, type Finding } from './finding.ts';

/** Milliseconds for the TLS connection, and for the answer. */
const defaultTimeLimit = 10_000;
/** Days before its end in which a certificate should have been renewed. */
const renewalDays = 14;

async function checkCertificate({ hostname, port }: URL, timeLimit: number): Promise<Finding> {
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  const late = new Error(`no TLS connection within ${timeLimit / 1_000} s`);
  const timer = setTimeout(() => socket.destroy(late), timeLimit);
  try {
    await once(socket, 'secureConnect');
    const ends = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((ends.getTime() - Date.now()) / 86_400_000);
    if (days < renewalDays)
      return createWarning(`certificate: ends in ${formatCount(days, 'day')}. Look at its renewal.`);
    return createOk(`certificate: valid for ${formatCount(days, 'day')}`);
  } catch (error) {
    return createProblem(`certificate: ${(error as Error).message}. Browsers refuse the site.`);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Checks what visitors get at the public address: an answer, its headers, and its certificate. */
export async function checkPublicAddress(address: string, timeLimit = defaultTimeLimit): Promise<Finding[]> {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const certificate = isSecure
    ? [await checkCertificate(url, timeLimit)]
    : [createWarning('certificate: SITE_URL is not https, so browsers warn')];
  let answer: Response;
  try {
    answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeLimit) });
    await answer.arrayBuffer();
  } catch (error) {
    const { cause } = error as { cause?: Error };
    return [
      ...certificate,
      createProblem(`address: ${address} does not answer (${cause?.message ?? (error as Error).message})`),
    ];
  }
  const needed = [
    'content-security-policy',
    'x-content-type-options',
    ...(isSecure ? ['strict-transport-security'] : []),
  ];
  const missing = needed.filter((name) => !answer.headers.has(name));
  return [
    ...certificate,
    answer.status === 200
      ? createOk(`address: ${address} answers 200`)
      : createProblem(`address: ${address} answers ${answer.status} instead of 200`),
    missing.length === 0
      ? createOk('headers: complete')
      : createProblem(`headers: ${missing.join(', ')} missing. A proxy removes them, or another program answers.`),
  ];
}
