import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { readMail } from './read-mail.ts';

// The process that `parseMail` starts: reads a mail from standard input, and writes one line of JSON about it and the
// bytes of its files to standard output. A separate process limits the memory and time that a hostile mail can take.

const write = (part: string | Buffer) => new Promise<void>((resolve) => process.stdout.write(part, () => resolve()));

// Lower priority than rendering pages.
setPriority(10);
const raw = await buffer(process.stdin);
const { files, ...mail } = await readMail(raw);
const described = files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }));
await write(`${JSON.stringify({ ...mail, files: described })}\n`);
for (const { bytes } of files) await write(bytes);
