import { useState } from 'react';
import { isApiFailure } from '../../../contract/client.ts';
import { entryTypes, getEntryPath } from '../../../contract/entry-types.ts';
import type { Choices, OpenedEntry } from '../../../contract/studio/shapes.ts';
import { useClient } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import type { DraftSaver } from '../../saving/draft-saver.ts';
import { messageOf, type PaneProps } from './pane.ts';

const none = { value: '', label: 'None' };

function RenameField({
  opened: { entry, formerSlugs },
  runAction,
  onRenamed,
}: {
  opened: OpenedEntry;
  runAction: DraftSaver['runAction'];
  onRenamed: (opened: OpenedEntry, rewritten: number) => void;
}) {
  const client = useClient();
  const [slug, setSlug] = useState(entry.slug);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function rename(): Promise<void> {
    setRefusal(null);
    try {
      let count = 0;
      const renamed = await runAction(async () => {
        const input = { id: entry.id, version: entry.version, slug };
        const { entry: changed, rewritten } = await client.call('renameEntry', input);
        count = rewritten;
        return changed;
      });
      onRenamed(renamed, count);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setRefusal(error.fields.map(({ message }) => message).join(' ') || error.message);
    }
  }

  return (
    <div className={form.form}>
      <RefusalNotice refusal={refusal === null ? null : { message: refusal, requestId: null }} />
      <div className={form.row}>
        <TextField
          label="Last part of the address"
          hint={`Now ${getEntryPath(entry.type, entry.slug)}`}
          value={slug}
          onChange={({ target }) => setSlug(target.value)}
        />
        <Button disabled={slug === entry.slug} onClick={() => void rename()}>
          Rename
        </Button>
      </div>
      {formerSlugs.length > 0 && (
        <p className={form.soft}>
          These addresses lead here too: {formerSlugs.map((each) => getEntryPath(entry.type, each)).join(', ')}
        </p>
      )}
    </div>
  );
}

function splitKeywords(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A field for keywords. It keeps what is typed, also a comma at the end, until the keywords are changed by somebody else. */
function KeywordsField({
  keywords,
  isReadOnly,
  error,
  onChange,
}: {
  keywords: string[];
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (keywords: string[]) => void;
}) {
  const joined = keywords.join(', ');
  const [typed, setTyped] = useState(joined);
  return (
    <TextField
      label="Keywords"
      hint="Separated by commas; search also finds the entry by these."
      value={splitKeywords(typed).join(', ') === joined ? typed : joined}
      readOnly={isReadOnly}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(splitKeywords(target.value));
      }}
    />
  );
}

/** Where the entry is found: address, category, author, keywords and interests. */
export function AddressPane({
  content,
  problems,
  isReadOnly,
  onChange,
  opened,
  choices,
  runAction,
  onRenamed,
}: PaneProps & {
  opened: OpenedEntry;
  choices: Choices;
  runAction: DraftSaver['runAction'];
  onRenamed: (opened: OpenedEntry, rewritten: number) => void;
}) {
  const { type } = opened.entry;
  const categories = choices.categories.filter((category) => category.type === type);
  const toOptions = (list: { slug: string; label: string }[]) => [
    none,
    ...list.map(({ slug, label }) => ({ value: slug, label })),
  ];
  return (
    <>
      {opened.canPublish && (
        <RenameField key={opened.entry.slug} opened={opened} runAction={runAction} onRenamed={onRenamed} />
      )}
      {entryTypes[type].categoryPath && (
        <SelectField
          label="Category"
          value={content.category ?? ''}
          options={toOptions(categories)}
          disabled={isReadOnly}
          error={messageOf(problems, 'category')}
          onChange={({ target }) => onChange({ category: target.value || null })}
        />
      )}
      <SelectField
        label="Author"
        value={content.author ?? ''}
        options={toOptions(choices.authors)}
        disabled={isReadOnly}
        error={messageOf(problems, 'author')}
        onChange={({ target }) => onChange({ author: target.value || null })}
      />
      <KeywordsField
        keywords={content.keywords}
        isReadOnly={isReadOnly}
        error={messageOf(problems, 'keywords')}
        onChange={(keywords) => onChange({ keywords })}
      />
      <fieldset className={form.form} disabled={isReadOnly}>
        <legend>Interests of readers</legend>
        {choices.interests.map(({ slug, label }) => (
          <label key={slug}>
            <input
              type="checkbox"
              checked={content.interests.includes(slug)}
              onChange={({ target }) =>
                onChange({
                  interests: target.checked
                    ? [...content.interests, slug]
                    : content.interests.filter((each) => each !== slug),
                })
              }
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      {entryTypes[type].order === 'position' && (
        <TextField
          label="Place in lists"
          hint="Smaller numbers come first."
          inputMode="numeric"
          value={String(content.position)}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange({ position: Number.parseInt(target.value, 10) || 0 })}
        />
      )}
    </>
  );
}
