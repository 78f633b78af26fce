import type { EntryType } from '../../contract/content/entry-types.ts';
import type { FieldText } from '../../contract/content/field-references.ts';
import { listFieldTexts, mapFieldTexts } from '../../contract/content/field-texts.ts';

type Fields = Record<string, unknown>;

/** Words that a text with a pattern takes unless the pattern is that of a name, an address or a colour. */
const anyWords = 'Any "words": with a colon & more';

function isFree({ schema }: FieldText): boolean {
  // The type of schemas has no pattern, because no form reads it.
  const { pattern = '' } = schema as { pattern?: string };
  const isText = schema.const === undefined && !schema.enum && !schema.refersTo;
  return isText && (!schema.format || schema.format === 'markdown') && new RegExp(pattern, 'u').test(anyWords);
}

/** Returns the texts in own fields in which an editor may write any words. */
export function listFreeTexts(type: EntryType, fields: Fields): FieldText[] {
  return listFieldTexts(type, fields).filter(isFree);
}

/** Returns own fields with a word at the end of the free texts of which `isChanged` is true. */
export function addWord(
  type: EntryType,
  fields: Fields,
  word: string,
  isChanged: (text: FieldText) => boolean = () => true,
): Fields {
  return mapFieldTexts(type, fields, (text) => {
    if (!isFree(text) || !isChanged(text)) return text.value;
    const room = (text.schema.maxLength ?? Number.POSITIVE_INFINITY) - word.length - 1;
    return `${text.value.trimEnd().slice(0, Math.max(0, room))} ${word}`.trim();
  });
}
