import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { colourPurposes, colourSchemes, type Palette } from '../../../contract/look/colours.ts';
import { applyChosenColours, type ChoosableColour, type ChosenColours } from '../../../contract/look/derive-colours.ts';
import { type StructureName, structureNames } from '../../../contract/look/structure.ts';
import type { ThemeChoice } from '../../../contract/studio/shapes.ts';
import { FontDrawing, StructureDrawing } from '../../drawings/look-drawing.tsx';
import { changeProperty } from '../../fields/change-property.ts';
import { ColourField } from '../../fields/colour-field.tsx';
import { findMessage } from '../../fields/props.ts';
import { toLabel } from '../../fields/schema.ts';
import styles from '../../fields/schema-field.module.css';
import { ThemeField } from '../../fields/theme-field.tsx';
import form from '../../parts/form.module.css';
import group from '../../parts/group.module.css';
import type { FieldsPaneProps } from '../entry/facts-pane.tsx';
import type { PaneProps } from '../entry/pane.ts';
import { ContrastTable } from './contrast-table.tsx';
import look from './look-fields.module.css';

type Fields = Record<string, unknown>;

/** What a choice changes, if its label does not say it. */
const structureHints: Partial<Record<StructureName, string>> = {
  rules: 'The lines between sections and rows',
  covers: 'What entries show at their top and on cards',
  labels: 'Small lines such as a category and a date',
  corners: 'Of buttons, fields and cards',
  logo: 'The logo itself is in the setting Company',
};

/** Returns the words of a choice as options. The first one is the usual one, which holds without a choice. */
function toOptions(words: readonly { value: string; label: string }[], chosen: string) {
  const options = words.map(({ value, label }, index) =>
    index === 0 ? { value: value === chosen ? value : '', label: `${label} (default)` } : { value, label },
  );
  const isKnown = chosen === '' || words.some(({ value }) => value === chosen);
  return isKnown ? options : [{ value: chosen, label: `${chosen} (not in this theme)` }, ...options];
}

/** Returns the words of a choice of a theme, the usual one first. */
function listWords(theme: ThemeChoice, name: StructureName) {
  const words = theme.structure[name].map((word) => ({ value: word, label: toLabel(word).replaceAll('-', ' ') }));
  // Without a choice a theme that usually shows the name alone shows a logo as well.
  const isLogoAdded = name === 'logo' && theme.structure.logo[0] === 'name';
  return isLogoAdded ? [{ value: '', label: 'Name, and the logo if there is one' }, ...words] : words;
}

/** Returns the fields of a look with another theme, without words that the theme does not know. Colours stay. */
function changeTheme(fields: Fields, theme: ThemeChoice): Fields {
  const isKnown = ([name, value]: [string, unknown]) => {
    if (name === 'typePair') return theme.typePairs.some((pair) => pair.name === value);
    const words = theme.structure[name as StructureName];
    return words === undefined || words.includes(String(value));
  };
  return { ...Object.fromEntries(Object.entries(fields).filter(isKnown)), theme: theme.name };
}

/** Returns a group of colours or of schemes with one changed part; undefined if nothing is left. */
function changePart(part: unknown, name: string, value: unknown): Fields | undefined {
  const changed = changeProperty((part ?? {}) as Fields, name, value);
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** Returns the chosen colours that are complete: one that is being typed is none yet. */
function readColours(chosen: Record<string, Fields | undefined>): ChosenColours {
  const isComplete = ([, colour]: [string, unknown]) => /^#[\da-f]{6}$/i.test(String(colour));
  return Object.fromEntries(
    colourSchemes.map((scheme) => [
      scheme,
      Object.fromEntries(Object.entries(chosen[scheme] ?? {}).filter(isComplete)),
    ]),
  ) as ChosenColours;
}

/** Renders the colours that a theme lets one choose, in light and dark. */
function ColourGroups({
  theme,
  content,
  problems,
  isReadOnly,
  onChange,
}: PaneProps & {
  theme: ThemeChoice;
}) {
  const chosen = (content.fields.colours ?? {}) as Record<string, Fields | undefined>;
  const palette = applyChosenColours(theme.palette as Palette, readColours(chosen));
  return colourSchemes.map((scheme) => {
    const path = `fields.colours.${scheme}`;
    const error = findMessage(problems, path);
    const set = (name: string, colour: string) =>
      onChange(({ fields }) => {
        const colours = (fields.colours ?? {}) as Fields;
        const changed = changePart(colours, scheme, changePart(colours[scheme], name, colour || undefined));
        return { fields: changeProperty(fields, 'colours', changed) };
      });
    return (
      <fieldset key={scheme} className={`${group.group} ${styles.row}`} data-path={path} tabIndex={-1}>
        <legend className={group.legend}>Colours in {scheme}</legend>
        {error && <p className={group.error}>{error}</p>}
        {Object.entries(theme.colours[scheme]).map(([name, usual]) => (
          <ColourField
            key={name}
            label={toLabel(name)}
            hint={`For ${colourPurposes[name as ChoosableColour]}`}
            error={findMessage(problems, `${path}.${name}`)}
            data-path={`${path}.${name}`}
            name={`${path}.${name}`}
            readOnly={isReadOnly}
            value={String(chosen[scheme]?.[name] ?? '')}
            usual={usual}
            onValue={(colour) => set(name, colour)}
          />
        ))}
        <ContrastTable scheme={scheme} palette={palette} />
      </fieldset>
    );
  });
}

/** Milliseconds without a change after which Home is drawn anew in every theme. */
const pause = 1_500;

/** Returns the parameters of a preview of the draft as they were when its last change had rested. */
function useSettled(preview: Record<string, string> | undefined): Record<string, string> {
  const latest = JSON.stringify(preview ?? {});
  const [settled, setSettled] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest), pause);
    return () => clearTimeout(timer);
  }, [latest]);
  return useMemo(() => JSON.parse(settled) as Record<string, string>, [settled]);
}

interface Word {
  value: string;
  label: string;
}

/** Renders the choice of a word, each with a small drawing of what it changes. */
function DrawnChoice({
  name,
  words,
  chosen,
  error,
  isReadOnly,
  draw,
  onChoose,
}: {
  name: string;
  words: Word[];
  chosen: string;
  error: string | undefined;
  isReadOnly: boolean;
  draw: (word: string) => ReactNode;
  onChoose: (word: string) => void;
}) {
  const path = `fields.${name}`;
  const hint = structureHints[name as StructureName];
  return (
    <fieldset className={group.group} data-path={path} tabIndex={-1}>
      <legend className={group.legend}>{toLabel(name)}</legend>
      {error && <p className={group.error}>{error}</p>}
      {hint && <p className={form.small}>{hint}</p>}
      <div className={look.choices}>
        {toOptions(words, chosen).map(({ value, label }) => (
          <label key={value} className={look.choice}>
            {draw(value || (words[0]?.value ?? ''))}
            <span className={form.tight}>
              <input
                type="radio"
                name={path}
                value={value}
                checked={value === chosen}
                disabled={isReadOnly}
                onChange={() => onChoose(value)}
              />
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Renders the setting Look: the theme, and what the theme lets one choose. */
export function LookFields({ choices: { themes }, preview, ...pane }: FieldsPaneProps) {
  const { content, problems, isReadOnly, onChange } = pane;
  const theme = themes.find(({ name }) => name === content.fields.theme);
  const settled = useSettled(preview);
  const renderChoice = (name: string, words: Word[], draw: (word: string) => ReactNode) => (
    <DrawnChoice
      key={name}
      name={name}
      words={words}
      chosen={String(content.fields[name] ?? '')}
      error={findMessage(problems, `fields.${name}`)}
      isReadOnly={isReadOnly}
      draw={draw}
      onChoose={(word) => onChange(({ fields }) => ({ fields: changeProperty(fields, name, word || undefined) }))}
    />
  );
  return (
    <div className={styles.container}>
      <ThemeField
        path="fields.theme"
        themes={themes}
        value={content.fields.theme}
        isReadOnly={isReadOnly}
        error={findMessage(problems, 'fields.theme')}
        preview={settled}
        onChange={(chosen) => onChange(({ fields }) => ({ fields: changeTheme(fields, chosen) }))}
      />
      {theme && (
        <>
          <ColourGroups {...pane} theme={theme} />
          {renderChoice(
            'typePair',
            theme.typePairs.map(({ name, title }) => ({ value: name, label: title })),
            (word) => (
              <FontDrawing font={theme.typePairs.find(({ name }) => name === word)?.font ?? ''} />
            ),
          )}
          <div className={look.structure}>
            {structureNames.map((name) =>
              renderChoice(name, listWords(theme, name), (word) => <StructureDrawing name={name} word={word} />),
            )}
          </div>
        </>
      )}
    </div>
  );
}
