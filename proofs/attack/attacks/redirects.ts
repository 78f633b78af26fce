import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { getAttackerAddress } from '../networks.ts';

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

/** Requests addresses that a careless redirect would send to another host. */
export const openRedirects: Attack = {
  name: 'redirects',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const paths = starts.flatMap((start) => hosts.flatMap((host) => ends.map((end) => start + host + end)));
    const redirected = [
      '//blogs/',
      '/blog?//evil.example',
      '/blog//evil.example',
      '/BLOGS//',
      '/Blog/%2F%2Fevil.example/',
    ];
    const absolute = ['http://evil.example/blogs/', 'https://evil.example//', 'http://evil.example/BLOGS'];
    // A third of the paths still covers each start, each host and each end.
    const chosen = isShort ? paths.filter((_path, index) => index % 3 === 0) : paths;
    await attackConcurrently([...chosen, ...redirected, ...absolute], 4, async (path) => {
      const { status, headers } = await attempts.send({ path }, getAttackerAddress(0));
      const location = headers.get('location');
      attempts.expect(status > 0 && status < 500, `${path}: ${status}`);
      // One slash and then neither a slash nor a backslash: a path of this site.
      attempts.expect(location === undefined || /^\/(?![/\\])[^\\\s]*$/.test(location), `${path} leads to ${location}`);
    });
    return attempts;
  },
};
