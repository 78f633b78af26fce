/** Characters that reverse the order of the letters around them (Unicode Standard Annex 9). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns at most `length` characters of a text, without half a character at the end. */
export function cutText(text: string, length: number): string {
  return text.length > length
    ? text
        .slice(0, length)
        .toWellFormed()
        .replace(/\ufffd$/, '')
    : text;
}

/** Returns a text of a stranger as one line, without control characters and without those that reverse its order. */
export function cleanLine(text: string, length: number): string {
  const short = cutText(text.toWellFormed(), length * 2);
  const line = short.replace(directionControls, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return cutText(line.replace(/\s+/g, ' ').trim(), length);
}

/** Returns a text of a stranger with its lines, without other control characters and those that reverse its order. */
export function cleanLines(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(directionControls, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** A line above which a mail program has put the answer, and below it the former mail. */
const separator =
  /^\s*(?:-{2,}\s*(?:original message|urspr\S{1,4}ngliche nachricht|message d.origine|mensaje original)\s*-{2,}|_{20,})\s*$/i;

/** The first line of the head of a former mail, as Outlook writes it, and the lines that follow it. */
const quotedFrom = /^\s*\*?(?:From|Von|De|Van|Da|Od|Från)\s?:\*?\s/;
const quotedHead =
  /^\s*\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Verzonden|Inviato|Skickat|To|An|À|Para|Subject|Betreff|Objet|Asunto)\s?:/;

const isQuoted = (line: string) => line.startsWith('>');
const isBlank = (line: string) => line.trim() === '';

/** Returns whether a line begins the head of a former mail: "From:", followed by at least two lines of a head. */
function startsQuotedHead(lines: readonly string[], at: number): boolean {
  if (!quotedFrom.test(lines[at] ?? '')) return false;
  return lines.slice(at + 1, at + 6).filter((line) => quotedHead.test(line)).length >= 2;
}

/** Returns the first line of the quotation with which a text ends; null if the text ends with words of its own. */
function findTrailingQuotation(lines: readonly string[]): number | null {
  let start = lines.length;
  let found = null;
  while (start > 0 && (isQuoted(lines[start - 1] ?? '') || isBlank(lines[start - 1] ?? ''))) {
    start -= 1;
    if (isQuoted(lines[start] ?? '')) found = start;
  }
  if (found === null) return null;
  // The line before it says who wrote it: "On Monday Ada wrote:", over two or three lines in narrow mails.
  let intro = found;
  while (intro > 0 && isBlank(lines[intro - 1] ?? '') && found - intro < 2) intro -= 1;
  if (!/:\s*$/.test(lines[intro - 1] ?? '')) return found;
  for (let at = intro - 1; at >= Math.max(0, intro - 3) && !isBlank(lines[at] ?? ''); at -= 1)
    if (/\d/.test(lines[at] ?? '') && (at === 0 || isBlank(lines[at - 1] ?? ''))) return at;
  return intro - 1;
}

/**
 * Splits the text of a mail into the words of its sender and the former mails below them, which screens fold. Answers
 * between quoted lines stay where they are. A text of a quotation alone is not split.
 */
export function splitQuotedText(text: string): { text: string; quoted: string } {
  const lines = text.split('\n');
  const marked = lines.findIndex((line, at) => separator.test(line) || startsQuotedHead(lines, at));
  const trailing = findTrailingQuotation(marked === -1 ? lines : lines.slice(0, marked));
  const start = trailing ?? (marked === -1 ? lines.length : marked);
  const own = lines.slice(0, start).join('\n').trimEnd();
  if (own.trim() === '') return { text, quoted: '' };
  return { text: own, quoted: lines.slice(start).join('\n').replace(/^\n+/, '') };
}
