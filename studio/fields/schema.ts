import { entryTypeNames, entryTypes } from '../../contract/content/entry-types.ts';
import type { FieldSchema } from '../../contract/content/field-references.ts';

/** Returns the value that a new field has, so that its form can be shown. */
export function createValue(schema: FieldSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [option] = schema.oneOf ?? schema.anyOf ?? [];
  if (option) return createValue(option);
  if (schema.prefixItems) return schema.prefixItems.map(createValue);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, property]) => [name, createValue(property)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => createValue(schema.items || {}));
    case 'integer':
    case 'number':
      return Math.max(0, schema.minimum ?? 0);
    case 'boolean':
      return false;
    default:
      return '';
  }
}

/** The kinds of a discriminated union: the property that says the kind of a value, and the schema of each kind. */
export interface Kinds {
  property: string;
  options: ReadonlyMap<string, FieldSchema>;
}

/** Returns the kinds of a discriminated union; null for another schema. */
export function findKinds({ oneOf = [] }: FieldSchema): Kinds | null {
  const property = Object.entries(oneOf[0]?.properties ?? {}).find(([, { const: kind }]) => kind !== undefined)?.[0];
  if (property === undefined) return null;
  return {
    property,
    options: new Map(oneOf.map((option) => [String(option.properties?.[property]?.const), option])),
  };
}

/** Returns a value as one of another kind. What both kinds have stays. */
export function changeKind(schema: FieldSchema, value: unknown): unknown {
  const names = Object.entries(schema.properties ?? {}).filter(([, property]) => property.const === undefined);
  const kept = Object.entries(value ?? {}).filter(([name]) => names.some(([each]) => each === name));
  return { ...(createValue(schema) as object), ...Object.fromEntries(kept) };
}

/** Labels of fields whose names do not say what they are. */
const labels: Record<string, string> = {
  anchor: 'Name for links',
  book: 'Button of a booking',
  booked: 'After a booking',
  answers: 'Answers to messages',
  as: 'Shown as',
  emails: 'E-mail addresses by purpose',
  cancelled: 'After a cancellation',
  closing: 'Last paragraph of every mail',
  faqs: 'Questions and answers',
  feed: 'Has a feed',
  action: 'Call to action',
  footer: 'Groups of the footer',
  furtherEnquiry: 'Further enquiry about the same',
  fromName: 'Name in mail programs',
  host: 'Whom the visitor meets',
  id: 'Name',
  inline: 'In the header itself on wide screens',
  founded: 'Year of foundation',
  legalDetails: 'Legal name, number and address',
  legalName: 'Registered name',
  legal: 'Last row of the footer',
  log: 'Logarithmic',
  monthly: 'Monthly price',
  merged: 'Several e-mails in one',
  newUnconfirmed: 'New booking, not confirmed',
  lengthMinutes: 'Length in minutes',
  more: 'Words of the link to all',
  next: 'Heading of what happens next',
  noticeMinutes: 'Minutes of notice before a start',
  otherChannels: 'Other channels, from which visitors choose',
  videoLink: 'Link of video calls',
  open: 'Words that open the form on phones',
  horizonDays: 'Days that can be booked ahead',
  pageSize: 'Entries on one page of the list',
  plate: 'Drawn cover',
  profiles: 'Pages of the company',
  sharingPicture: 'Picture for sharing',
  request: 'Request for another time',
  related: 'Heading above related entries',
  send: 'Words of the button',
  times: 'Label of a request for another time',
  to: 'Leads to',
  tone: 'Background',
  typePair: 'Fonts',
  unconfirmed: 'While a booking waits for its confirmation',
  url: 'Address',
  yearly: 'Yearly price',
};

/** What a field expects, if its label does not say it: by its name, or by its path if its name has other uses. */
const hints: Record<string, string> = {
  applicationCategory: 'A type of schema.org, such as DeveloperApplication',
  effective: 'A date such as 2026-05-12',
  legalDetails: 'At the foot of every page',
  greeting: '{name} is filled in',
  fromName: '{sender} is the person who answers, {company} the company',
  signature: 'Below every answer: {sender}, {company}, {name}, {consultation} and {reference} are filled in',
  templates: 'Texts to begin an answer with; the same words are filled in as in the signature',
  meetingPlace: 'An address, for meetings on site',
  videoLink: 'For advisers without a link of their own. Only visitors with a booking see it',
  host: 'With an article, such as an engineer. Without it the company is named alone',
  legalName: 'For search engines',
  pageSize: 'At most 100',
  plate: 'For lists, where the text shows no photo. Otherwise its first photo is the cover',
  profiles: 'Addresses of your pages on other sites, for search engines',
  addresses: 'At the foot of every page, and for search engines; the main one first',
  country: 'A code of two letters, such as GB',
  currency: 'A code such as EUR or GBP. Prices without one have that of the company, which is EUR by default',
  emails: 'At the foot of every page. Visitors reply to the one for enquiries',
  timeZone: 'An IANA name such as Europe/London; of dates and of the hours of consultations',
  icon: 'Square, an SVG or a PNG; in tabs, bookmarks and on home screens',
  sharingPicture: 'Where other sites show a link to a page that has no picture of its own',
  locality: 'A town or a village',
  logo: 'In the header in place of the drawn mark; an SVG drawing is sharp at every size',
  registerNumber: 'With the name of the register, after the legal details',
  telephone: 'An international number such as +44 1632 960123',
  anchor: 'Lower-case letters and digits. Links lead here by # and this name',
  category: 'The last part of the address of a category',
  more: 'Leads to the whole list',
  released: 'A date such as 2026-05-12',
  to: 'A path such as /blogs, an https:// address, or careers',
  subjects: 'After the entries of the chosen types',
  'fields.note': 'Above the button of every form',
  url: 'An address such as https://example.com/report, or a path of this site such as /contact-us',
};

/** Returns what the field at a path expects; undefined if its label says it. */
export function findHint(path: string): string | undefined {
  return hints[path] ?? hints[path.slice(path.lastIndexOf('.') + 1)];
}

/** Returns whether a picture at a path needs an alternative text. Those of settings do not, see `check-content.ts`. */
export function needsAlternative(path: string): boolean {
  return !/^fields\.(?:logo|icon|sharingPicture)$/.test(path);
}

/** Returns the name of a field, an option or a type as people read it: `dependsOn` → "Depends on". */
export function toLabel(name: string): string {
  const type = entryTypeNames.find((each) => each === name);
  if (type) return entryTypes[type].label;
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the name of one item of a list, counted from 0: the first of `sheets` is "Sheet 1". */
export function toItemLabel(name: string, index: number): string {
  const one = name === 'faqs' ? 'Question' : toLabel(name).replace(/(?<=[^s])s$/, '');
  return `${one} ${index + 1}`;
}

/** Returns whether a group holds a table: the names of its columns, and rows of cells. */
export function isTable({ properties }: FieldSchema): boolean {
  const { columns, rows } = properties ?? {};
  return columns?.type === 'array' && rows?.items !== false && rows?.items?.type === 'array';
}

/** Returns whether a group holds a drawing of nodes with ids, and of links between them. */
export function isGraph({ properties }: FieldSchema): boolean {
  const { nodes, links } = properties ?? {};
  return nodes?.items !== false && nodes?.items?.properties?.id !== undefined && links?.type === 'array';
}

/** Returns whether a value is a short text or a number, which is edited on one line. */
export function isShort({ type, maxLength = 0, format, refersTo }: FieldSchema): boolean {
  if (type === 'integer' || type === 'number') return true;
  return type === 'string' && maxLength <= 300 && format !== 'markdown' && refersTo !== 'PICTURE';
}

/** Returns whether a group has only a few short values, which stand beside each other. */
export function isRow({ properties = {} }: FieldSchema): boolean {
  const shown = Object.values(properties).filter(({ const: constant }) => constant === undefined);
  return shown.length > 1 && shown.length <= 3 && shown.every(isShort);
}

/** Returns the values of a group, without its kind, in the order of its schema: the database keeps no order. */
function listValues(value: unknown, schema: FieldSchema): [unknown, FieldSchema][] {
  const record = (value ?? {}) as Record<string, unknown>;
  const kinds = findKinds(schema);
  const { properties = {} } = kinds?.options.get(String(record[kinds.property])) ?? schema;
  return Object.entries(properties)
    .filter(([name]) => name !== kinds?.property && record[name] !== undefined)
    .map(([name, property]) => [record[name], property]);
}

/** Returns the texts and numbers of an item of a list that is folded. */
export function summarizeItem(value: unknown, schema: FieldSchema): string {
  const values = listValues(value, schema).map(([each]) => each);
  return values.filter((each) => typeof each === 'number' || (typeof each === 'string' && each)).join(' · ');
}

/**
 * Returns what a folded group holds: its texts and numbers, or else the names of its groups and lists. Without it, what
 * is usual may hold.
 */
export function summarizeGroup(value: unknown, schema: FieldSchema): string {
  const { properties = {} } = schema;
  if (value === undefined)
    return Object.values(properties).some(({ usual }) => usual !== undefined) ? 'As usual' : 'None';
  const names = Object.keys(properties).filter((name) => typeof (value as Record<string, unknown>)[name] === 'object');
  return summarizeItem(value, schema) || names.map(toLabel).join(', ');
}

/** Returns the first text or number of an item of a list, by which buttons name the item. Its kind is no name. */
export function describeItem(value: unknown, schema: FieldSchema): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const items = Array.isArray(value) ? [[value[0], schema.items || {}] as const] : listValues(value, schema);
  const [first, firstSchema] = items[0] ?? [];
  return first && firstSchema ? describeItem(first, firstSchema) : '';
}
