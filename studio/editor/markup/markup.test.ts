import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { insertRow, moveColumn, moveRow, setCell } from '../../grid/grid.ts';
import { markdownLanguage } from '../language.ts';
import { findFootnote, writeFootnote } from './footnote.ts';
import { findLink, writeLink } from './link.ts';
import { findPicture, writePicture } from './picture.ts';
import { findTable, writeTable } from './table.ts';

/** Returns the state of an editor whose cursor is where `|>` stands; a selection ends at `<|`. */
function createState(text: string): EditorState {
  const anchor = text.indexOf('|>');
  const end = text.indexOf('<|');
  return EditorState.create({
    doc: text.replace('|>', '').replace('<|', ''),
    selection: { anchor, head: end < 0 ? anchor : end - 2 },
    extensions: [markdownLanguage],
  });
}

describe('links', () => {
  it.each([
    ['See [the **o|>ld** page](/a "T").', { text: 'the **old** page', address: '/a', title: '"T"' }],
    ['See [it](<https://a.example/b_(c)>|>).', { text: 'it', address: 'https://a.example/b_(c)', title: '' }],
    ['See <https://a.|>example>.', { text: 'https://a.example', address: 'https://a.example', title: '' }],
    ['See https://a.|>example/b now.', { text: 'https://a.example/b', address: 'https://a.example/b', title: '' }],
    ['See [i|>t][Other One].\n\n[other one]: /b', { text: 'it', address: '/b', title: '' }],
  ])('%s is found', (text, link) => {
    const state = createState(text);
    const found = findLink(state);
    expect(found).toMatchObject(link);
  });

  it.each(['A w|>ord.', 'See [a](/b). A|>fter', 'A note[^|>1].\n\n[^1]: Text', '![a|>](media/b.png)'])(
    '%s has no link at the cursor',
    (text) => expect(findLink(createState(text))).toBeNull(),
  );

  it('are written so that their address stays whole', () => {
    expect(writeLink({ text: 'it', address: '/a', title: '"T"' })).toBe('[it](/a "T")');
    expect(writeLink({ text: 'it', address: 'https://a.example/b_(c', title: '' })).toBe(
      '[it](<https://a.example/b_(c>)',
    );
  });
});

describe('pictures', () => {
  it.each([
    'Before\n\n![A \\[tall\\] |>tower](media/tower.png "Our \\"office\\"")\n\nAfter',
    '![A \\[tall\\] tower](media/tower.png "Our \\"office\\"")|>',
    '|>![A \\[tall\\] tower](media/tower.png "Our \\"office\\"")',
  ])('%j is found, and written as it was', (text) => {
    const state = createState(text);
    const found = findPicture(state);
    expect(found).toMatchObject({ name: 'tower.png', alt: 'A [tall] tower', caption: 'Our "office"' });
    if (found) expect(state.sliceDoc(found.from, found.to)).toBe(writePicture(found));
  });

  it('of other sites are not edited', () => {
    expect(findPicture(createState('![a|>](https://a.example/b.png)'))).toBeNull();
  });
});

describe('footnotes', () => {
  const text = 'One[^a] and two[^2].\n\n[^a]: First\nstill first\n\n    second paragraph\n[^2]: Other\n\n## End';

  it.each(['One[^a|>', '[^a]: Fi|>', '    second |>'])('are found at %s', (place) => {
    const state = createState(text.replace(place.replace('|>', ''), place));
    const found = findFootnote(state);
    expect(found).toMatchObject({ label: 'a', text: 'First\nstill first\n\nsecond paragraph' });
    expect(found?.range && state.sliceDoc(found.range.from, found.range.to)).toBe(
      'First\nstill first\n\n    second paragraph',
    );
  });

  it('are not found elsewhere', () => {
    for (const place of ['One|>', '## E|>'])
      expect(findFootnote(createState(text.replace(place.replace('|>', ''), place)))).toBeNull();
  });

  it('without a text can get one', () => {
    expect(findFootnote(createState('One[^x|>]'))).toEqual({ label: 'x', text: '', range: null });
  });

  it('are written with every further line indented', () => {
    expect(writeFootnote(' First\nstill first\n\nsecond paragraph\n')).toBe(
      'First\n    still first\n\n    second paragraph',
    );
  });
});

describe('tables', () => {
  const table = '|Pump|  Litres |\n|:--|--:|\n| North \\| south | 1,200|\n| `a\\|b` |';
  const find = (text: string) => {
    const state = createState(text);
    return { state, found: findTable(state) };
  };

  it('are found with their cells and alignments', () => {
    const { state, found } = find(`Before\n\n${table.replace('North', 'N|>orth')}\n\nAfter`);
    expect(found?.grid).toEqual({
      cells: [
        ['Pump', 'Litres'],
        ['North | south', '1,200'],
        ['`a|b`', ''],
      ],
      alignments: ['left', 'right'],
    });
    expect(found && state.sliceDoc(found.from, found.to)).toBe(table);
    expect(found?.write(found.grid)).toBe(table);
    expect(findTable(createState(`B|>efore\n\n${table}`))).toBeNull();
  });

  it('keep every byte of rows that are not changed', () => {
    const { found } = find(table.replace('North', 'N|>orth'));
    if (!found) throw new Error('No table was found');
    const [header, delimiter, north, last] = table.split('\n');
    expect(found.write(setCell(found.grid, 2, 1, 'x | y'))).toBe(
      [header, delimiter, north, '| `a\\|b` | x \\| y |'].join('\n'),
    );
    expect(found.write(moveRow(found.grid, 2, -1))).toBe([header, delimiter, last, north].join('\n'));
    expect(found.write(insertRow(found.grid, 1))).toBe([header, delimiter, '|  |  |', north, last].join('\n'));
    expect(found.write({ ...found.grid, alignments: ['center', null] })).toBe(
      [header, '| :---: | --- |', north, last].join('\n'),
    );
    expect(found.write(moveColumn(found.grid, 0, 1))).toBe(
      '| Litres | Pump |\n| ---: | :--- |\n| 1,200 | North \\| south |\n|  | `a\\|b` |',
    );
  });

  it('keep their place in a list or a quotation', () => {
    const text = '- Item\n\n  | a | b |\n  | --- | --- |\n  | 1 | |>2 |\n\n> | c |\n> | --- |\n> | 3 |';
    const inList = find(text).found;
    expect(inList?.write(insertRow(inList.grid, 2))).toBe('| a | b |\n  | --- | --- |\n  | 1 | 2 |\n  |  |  |');
    const quoted = find(text.replace('|>', '').replace('3', '3|>')).found;
    expect(quoted?.write(setCell(quoted.grid, 1, 0, '4'))).toBe('| c |\n> | --- |\n> | 4 |');
  });

  it('are written anew', () => {
    const cells = [
      ['a', 'b'],
      ['1', ''],
    ];
    expect(writeTable({ cells, alignments: [null, 'center'] })).toBe('| a | b |\n| --- | :---: |\n| 1 |  |');
  });
});
