import { type Attack, Attempts, forEachAtOnce } from '../attack.ts';
import { attackerNetwork } from '../networks.ts';

const starts = [
  '//',
  '///',
  '/\\',
  '/%2f',
  '/%2F/',
  '/%5c',
  '//%5c',
  '/.//',
  '/..//',
  '/%2e%2e//',
  '/;//',
  '/\t/',
  '/%09/',
];
const hosts = ['evil.example', 'evil.exampl%65', '%65vil.example', 'evil.example:80', 'a@evil.example', 'EVIL.example'];
const ends = ['', '/', '//', '/%2e%2e', '/..', '?q=1', '/?/', '%2f..', '/BLOGS/', '#'];

/** Asks for addresses that careless redirects turn into another host's. */
export const redirects: Attack = {
  name: 'redirects',
  run: async (target) => {
    const attempts = new Attempts(target);
    const paths = starts.flatMap((start) => hosts.flatMap((host) => ends.map((end) => start + host + end)));
    const more = ['//blogs/', '/blog?//evil.example', '/blog//evil.example', '/BLOGS//', '/Blog/%2F%2Fevil.example/'];
    const absolute = ['http://evil.example/blogs/', 'https://evil.example//', 'http://evil.example/BLOGS'];
    await forEachAtOnce([...paths, ...more, ...absolute], 4, async (path) => {
      const { status, headers } = await attempts.send({ path }, attackerNetwork(0));
      const location = headers.get('location');
      attempts.expect(status > 0 && status < 500, `${path}: ${status}`);
      attempts.expect(location === undefined || /^\/(?![/\\])[^\\\s]*$/.test(location), `${path} leads to ${location}`);
    });
    return attempts;
  },
};
