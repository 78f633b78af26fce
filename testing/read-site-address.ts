import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Collects what a starting site prints, and returns its address as soon as the site has printed it. */
export function readSiteAddress(child: ChildProcessByStdio<null, Readable, Readable>) {
  let output = '';
  const address = new Promise<string>((resolve) => {
    const read = (part: Buffer) => {
      output += part;
      const [, found] = /^Site\s+(\S+)[\s\S]*^API/m.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  return { address, output: () => output };
}
