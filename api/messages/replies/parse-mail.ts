import { fileURLToPath } from 'node:url';
import { runLimitedProcess } from '../../run-limited-process.ts';
import { replyLimits } from './limits.ts';
import { cutHead, type IncomingMail, type MailFile, readMail } from './read-mail.ts';

const program = fileURLToPath(new URL('./parse-process.ts', import.meta.url));

/** Megabytes of memory for one mail. A text of 400,000 lines takes 770 MB, and no person writes such a mail. */
const heapLimit = 384;

type DescribedFile = Omit<MailFile, 'bytes'> & { size: number };

/** Returns the mail that the process has written: a line of JSON, and the bytes of the files. */
function readOutput(output: Buffer): IncomingMail {
  const end = output.indexOf('\n');
  const { files, ...mail } = JSON.parse(output.toString('utf8', 0, end)) as Omit<IncomingMail, 'files'> & {
    files: DescribedFile[];
  };
  let at = end + 1;
  const withBytes = files.map(({ size, ...file }) => {
    at += size;
    return { ...file, bytes: output.subarray(at - size, at) };
  });
  return { ...mail, files: withBytes };
}

/**
 * Parses a mail in a process of its own, within 20 s. Of a mail that is too large, or that cannot be read within the
 * limits, only the head is read, and `leftOut` says so. `size` is that of the whole mail if only its head is given.
 */
export async function parseMail(raw: Buffer, size = raw.length): Promise<IncomingMail> {
  if (size > replyLimits.mailBytes)
    return readMail(cutHead(raw), size, ['Its text and files: it is larger than 30 MB. Read it in the mailbox.']);
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapLimit}` };
  const { code, output } = await runLimitedProcess(program, [], raw, env);
  if (code === 0) return readOutput(output);
  return readMail(cutHead(raw), size, [
    'Its text and files: they cannot be read here. Look at the mail in the mailbox.',
  ]);
}
