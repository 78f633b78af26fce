import type { FieldSchema } from '../../../contract/content/field-references.ts';
import type { StudioClient } from '../../../contract/studio/client.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { isRecord } from '../../../contract/studio/match-items.ts';
import type { OpenedEntry, SavedDraft } from '../../../contract/studio/shapes.ts';
import { applySentFields, arrangeFields, arrangeName, isArrangement } from '../../fields/sent-fields.ts';
import { createFormFailure, readChoice, readFields } from '../../read-fields.ts';
import { type PlainTexts, readResolvedTexts, resolveIntent } from '../../saving/conflict-form.ts';
import type { UnsavedForm } from '../../saving/save-state.ts';
import type { ActionRefusal, ActionResult } from '../../screen.ts';
import { hasText } from './parts-of-entry.ts';

/** Returns a text as one line, as a title is. */
export const joinLines = (text: string) => text.replaceAll(/\s*\r?\n\s*/g, ' ');

/** Returns the texts that a form has; a body keeps the line endings that it had. */
function readTexts({ title, summary, body }: Record<string, string>, before: string): Partial<PlainTexts> {
  const ending = before.includes('\r\n') ? '\r\n' : '\n';
  const texts = { title: title && joinLines(title), summary, body: body?.replaceAll(/\r?\n/g, ending) };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

/** Returns the texts that a form has, or those chosen in a conflict; null if a field is missing or invalid. */
function readSentTexts(form: Record<string, string>, before: string): Partial<PlainTexts> | null {
  return form.intent === resolveIntent ? readResolvedTexts(form) : readTexts(form, before);
}

/** Returns the fields that a page showed, as its form sends them; null if the page did not write them. */
function parseFields(text: string): DraftContent['fields'] | null {
  try {
    const fields: unknown = JSON.parse(text);
    return isRecord(fields) ? fields : null;
  } catch {
    return null;
  }
}

/** Returns the fields of a setting as a form sends them; null if the page did not write them. */
function readSentFields(form: Record<string, string>, schema: FieldSchema) {
  const shown = parseFields(form.fields ?? '');
  return shown && { fields: applySentFields(shown, schema, form) };
}

/** Saves the fields of a setting that were sent without JavaScript, and moves an item of a list if a button says so. */
async function saveFields(
  client: StudioClient,
  { id, content, fieldsSchema }: { id: number; content: DraftContent; fieldsSchema: FieldSchema },
  form: Record<string, string>,
): Promise<ActionResult> {
  const { version } = readFields(form, 'version', 'fields');
  const read = readSentFields(form, fieldsSchema);
  if (!read) throw createFormFailure('Parts of this form are missing, so nothing was saved. Open this screen again.');
  let { fields } = read;
  const [act, path] = form[arrangeName]?.split(' ') ?? [];
  if (isArrangement(act) && path) fields = arrangeFields(fields, fieldsSchema, act, path.split('.').slice(1));
  const saved = await client.call('saveDraft', { id, version, content: { ...content, fields } });
  if (saved.result === 'CONFLICT') return { conflict: saved, values: form };
  return { done: saved.result === 'SAVED' ? 'Saved.' : 'Saved, together with somebody else’s changes.' };
}

/** Saves the texts that were sent without JavaScript. Throws a failure 422 if a field is missing or invalid. */
export async function saveForm(client: StudioClient, id: number, form: Record<string, string>): Promise<ActionResult> {
  const isResolution = form.intent === resolveIntent;
  const { entry, content, fieldsSchema } = await client.call('openEntry', { id });
  if (entry.type === 'SETTING' && !isResolution) return saveFields(client, { id, content, fieldsSchema }, form);
  const texts = hasText(entry.type, content.body)
    ? (['title', 'summary', 'body'] as const)
    : (['title', 'summary'] as const);
  const { version } = readFields(form, 'version', ...(isResolution ? (['merged', 'places'] as const) : texts));
  const sent = readSentTexts(form, content.body);
  if (!sent)
    throw createFormFailure('Parts of this form are missing, so nothing was saved. Reload the page, and choose again.');
  const saved = await client.call('saveDraft', { id, version, content: { ...content, ...sent } });
  if (saved.result === 'CONFLICT') return { conflict: saved, values: form };
  return { done: saved.result === 'SAVED' ? 'Saved.' : 'Saved, together with somebody else’s changes.' };
}

/** Runs a form of an entry's screen: saves texts without JavaScript, handles a review, undoes an act. */
export async function runEntryForm(
  client: StudioClient,
  id: number,
  form: Record<string, string>,
): Promise<ActionResult> {
  const intent = readChoice(form, 'intent', ['save', resolveIntent, 'show', 'undo', 'submit', 'return']);
  if (intent === 'show') {
    await client.call('withdrawEntry', { id, version: readFields(form, 'version').version, isWithdrawn: false });
    return { done: 'Visitors can see it again.' };
  }
  if (intent === 'undo') {
    await client.call('undoAct', { id: Number(readFields(form, 'act').act) });
    return { done: 'Undone. Visitors see what they saw before.' };
  }
  if (intent === 'submit') {
    await client.call('submitDraft', { id, message: readFields(form, 'message').message });
    return { done: 'The editors see your draft in their list.' };
  }
  if (intent === 'return') {
    await client.call('returnDraft', { id, note: readFields(form, 'note').note });
    return { done: 'Sent back. The author sees your answer.' };
  }
  return saveForm(client, id, form);
}

/** Returns what a sent form could not save; null if it saved, or was about something else. */
export function readUnsavedForm(
  { entry, content, fieldsSchema }: OpenedEntry,
  sent: { refusal?: ActionRefusal; conflict?: SavedDraft; values?: Record<string, string> } | undefined,
): UnsavedForm | null {
  const values = sent?.conflict ? sent.values : sent?.refusal?.values;
  if (!values?.version) return null;
  const isFields = entry.type === 'SETTING' && values.intent !== resolveIntent;
  const texts: Partial<PlainTexts> | null = isFields
    ? readSentFields(values, fieldsSchema)
    : readSentTexts(values, content.body);
  if (!texts || (!isFields && texts.title === undefined)) return null;
  const own = { ...content, ...texts };
  return { version: values.version, content: own, problem: sent?.refusal ?? null, conflict: sent?.conflict ?? null };
}
