import { use, useState } from 'react';
import { entryTypes, getEntryPath } from '../../../contract/content/entry-types.ts';
import { isListedType } from '../../../contract/content/list-settings.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import { contentLimits } from '../../../contract/studio/content-limits.ts';
import type { Choices, OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext, useClient } from '../../context.ts';
import { findMessage } from '../../fields/props.ts';
import { Button } from '../../parts/button.tsx';
import { ComboboxField } from '../../parts/combobox-field.tsx';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { ReferenceList } from '../../parts/reference-list.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { DraftSaver } from '../../saving/save-state.ts';
import styles from './address-pane.module.css';
import { type PaneProps, toOptions } from './pane.ts';

function RenameField({
  opened: { entry, formerSlugs },
  problem,
  runAction,
  onRenamed,
}: {
  opened: OpenedEntry;
  /** What is wrong with the address. */
  problem: string | undefined;
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
      setRefusal(
        error.fields.map(({ message }) => message.replace(/^must/, 'The address must')).join(' ') || error.message,
      );
    }
  }

  return (
    <div className={form.form}>
      <RefusalNotice refusal={refusal} />
      <div className={styles.rename}>
        <TextField
          label="Last part of the address"
          hint={`Now ${getEntryPath(entry.type, entry.slug)}. Renaming takes effect at once, and the old address still works.`}
          data-path="slug"
          value={slug}
          error={problem}
          onChange={({ target }) => setSlug(target.value)}
        />
        <Button disabled={slug === entry.slug} onClick={() => void rename()} label="Rename" />
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

/** Returns what is wrong with the keywords. The problem of a single keyword begins with the keyword. */
function describeKeywordProblems(keywords: readonly string[], problems: PaneProps['problems']): string | undefined {
  const found = problems.filter(({ path }) => /^keywords(?:\.|$)/.test(path));
  const texts = found.map(({ path, message }) => {
    const keyword = keywords[Number(path.split('.')[1])];
    return keyword === undefined ? message : `“${keyword}”: ${message}`;
  });
  return texts.join(' ') || undefined;
}

/** Renders a field for keywords. The text stays as typed, with a comma at the end, until others change the keywords. */
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
      data-path="keywords"
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

/** Renders the fields by which an entry is found: address, category, author, keywords and interests. */
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
  const { lists } = use(StudioSettingsContext);
  const hasPlace = !isListedType(type) || lists[type].order === 'position';
  const categories = choices.categories.filter((category) => category.type === type);
  return (
    <>
      {opened.canPublish && (
        <RenameField
          key={opened.entry.slug}
          opened={opened}
          problem={findMessage(problems, 'slug')}
          runAction={runAction}
          onRenamed={onRenamed}
        />
      )}
      {entryTypes[type].categoryPath && (
        <ComboboxField
          isReadOnly={isReadOnly}
          isRequired
          label="Category"
          path="category"
          value={content.category}
          options={toOptions(categories)}
          error={findMessage(problems, 'category')}
          onChange={(category) => onChange({ category })}
        />
      )}
      <ComboboxField
        isReadOnly={isReadOnly}
        isRequired={type === 'BLOG'}
        label="Author"
        hint="The people of the team, who come with an import of content."
        path="author"
        value={content.author}
        options={toOptions(choices.authors)}
        error={findMessage(problems, 'author')}
        onChange={(author) => onChange({ author })}
      />
      <KeywordsField
        keywords={content.keywords}
        isReadOnly={isReadOnly}
        error={describeKeywordProblems(content.keywords, problems)}
        onChange={(keywords) => onChange({ keywords })}
      />
      <ReferenceList
        isReadOnly={isReadOnly}
        label="Interests of readers"
        path="interests"
        values={content.interests}
        options={toOptions(choices.interests)}
        max={contentLimits.interests}
        findError={(index) => findMessage(problems, index === undefined ? 'interests' : `interests.${index}`)}
        onChange={(interests) => onChange({ interests })}
      />
      {hasPlace && (
        <TextField
          label="Place in lists"
          hint="Smaller numbers come first."
          inputMode="numeric"
          data-path="position"
          value={String(content.position)}
          readOnly={isReadOnly}
          error={findMessage(problems, 'position')}
          onChange={({ target }) => onChange({ position: Number.parseInt(target.value, 10) || 0 })}
        />
      )}
    </>
  );
}
