import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { themesFolder } from '../api/content/themes/read-themes.ts';
import { settingSchemas } from '../contract/content/setting-schemas.ts';

/** The kinds of content that a new site can have besides its pages, by the folder of their files. */
export const contentKinds = ['blog', 'trivia', 'infographics', 'services', 'plans', 'microservices', 'apps'] as const;
export type ContentKind = (typeof contentKinds)[number];

const listThemes = () =>
  readdirSync(themesFolder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

const line = (max: number) => z.string().trim().max(max, `must have at most ${max} characters`);

/** Returns whether this system knows a time zone. */
function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

const kinds = z
  .string()
  .trim()
  .transform((text) => (text === 'all' ? [...contentKinds] : text === 'none' ? [] : text.split(/[\s,]+/)))
  .pipe(z.array(z.enum(contentKinds, `must be all, none, or some of: ${contentKinds.join(', ')}`)));

/** The schema of each answer, as people type it. */
export const answerSchemas = {
  name: settingSchemas.company.shape.name,
  claim: settingSchemas.company.shape.claim,
  email: z.string().trim().pipe(z.email('must be an e-mail address such as hello@example.org')),
  address: line(160),
  timeZone: line(60).refine(isTimeZone, 'must be a time zone such as Europe/London'),
  currency: z
    .string()
    .trim()
    .transform((code) => code.toUpperCase())
    .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be the code of a currency such as EUR'),
  theme: line(60).refine((name) => listThemes().includes(name), `must be one of: ${listThemes().join(', ')}`),
  content: kinds,
} as const;

export type AnswerName = keyof typeof answerSchemas;
export type Answers = { [N in AnswerName]: z.output<(typeof answerSchemas)[N]> };

/** What a person is asked, in this order, with the option of the command that answers it. */
export const questions: { name: AnswerName; option: string; question: string; hint: string }[] = [
  { name: 'name', option: '--name', question: 'Name of the company', hint: 'as header and mails show it' },
  { name: 'claim', option: '--claim', question: 'What it does, in one line', hint: 'at the foot of every page' },
  { name: 'email', option: '--email', question: 'E-mail address', hint: 'for messages of visitors' },
  { name: 'address', option: '--address', question: 'Postal address, on one line', hint: 'at the foot of every page' },
  { name: 'timeZone', option: '--time-zone', question: 'Time zone', hint: 'such as Europe/London' },
  { name: 'currency', option: '--currency', question: 'Currency of prices', hint: 'its code, such as EUR' },
  { name: 'theme', option: '--theme', question: 'Theme', hint: listThemes().join(' or ') },
  {
    name: 'content',
    option: '--content',
    question: 'Kinds of content besides pages',
    hint: `all, none, or some of: ${contentKinds.join(', ')}`,
  },
];

/** Returns an answer, or why it is none. */
export function parseAnswer<N extends AnswerName>(name: N, text: unknown): { value: Answers[N] } | { problem: string } {
  // A list in a YAML file is what people type with commas.
  const typed = Array.isArray(text) ? text.join(',') : text;
  if (String(typed ?? '').trim() === '') return { problem: 'must not be empty' };
  const parsed = answerSchemas[name].safeParse(typed);
  if (parsed.success) return { value: parsed.data as Answers[N] };
  return { problem: parsed.error.issues[0]?.message ?? 'is not valid' };
}
