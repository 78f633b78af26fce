import type { ReactNode } from 'react';
import type { StructureName } from '../../contract/look/structure.ts';
import styles from './look-drawing.module.css';

const line = (x: number, y: number, width: number) => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height="3" className={styles.words} />
);
const words = (x: number, y: number, width: number) => [line(x, y, width), line(x, y + 7, width * 0.7)];
const text = (x: number, y: number, shown: string, className?: string) => (
  <text x={x} y={y} className={`${styles.text} ${className ?? ''}`}>
    {shown}
  </text>
);
const rule = (y: number) => <path d={`M8 ${y}H80`} className={styles.line} />;
const box = (x: number, radius = 2) => <rect x={x} y="10" width="32" height="32" rx={radius} className={styles.box} />;
const mark = <rect x="10" y="20" width="12" height="12" className={styles.accent} />;
const cards = (draw: (x: number) => ReactNode) => (
  <>
    {draw(8)}
    {draw(48)}
    {words(12, 28, 22)}
    {words(52, 28, 22)}
  </>
);

/** A small drawing of each word of a structure. */
const drawings: Record<StructureName, Record<string, ReactNode>> = {
  sectionNumbers: {
    shown: [text(8, 22, '01'), ...words(30, 14, 48), text(8, 42, '02'), ...words(30, 34, 48)],
    none: [...words(8, 14, 70), ...words(8, 34, 70)],
  },
  rules: {
    hairlines: [rule(8), ...words(8, 13, 60), rule(28), ...words(8, 33, 60)],
    none: [...words(8, 13, 60), ...words(8, 33, 60)],
  },
  cards: {
    ruled: cards((x) => <path d={`M${x} 10h32M${x} 42h32`} className={styles.line} />),
    plain: cards(() => null),
    raised: cards((x) => (
      <>
        <rect x={x + 2} y="13" width="32" height="32" className={styles.shade} />
        {box(x)}
      </>
    )),
  },
  covers: {
    drawn: [<path key="d" d="M10 24h14v-8h18M42 16h14v12h20" className={styles.trace} />, ...words(8, 38, 60)],
    picture: [
      <rect key="p" x="8" y="8" width="72" height="24" className={styles.shade} />,
      <path key="m" d="M8 32l20-16 14 10 10-6 28 12z" className={styles.accent} />,
      ...words(8, 38, 60),
    ],
    none: [...words(8, 12, 70), ...words(8, 32, 60)],
  },
  labels: {
    mono: [text(8, 22, 'label', styles.mono), ...words(8, 32, 66)],
    'small-caps': [text(8, 22, 'Label', styles.caps), ...words(8, 32, 66)],
    plain: [text(8, 22, 'Label'), ...words(8, 32, 66)],
  },
  width: { wide: [...words(4, 14, 80), ...words(4, 34, 80)], narrow: [...words(22, 14, 44), ...words(22, 34, 44)] },
  corners: { slight: box(28, 3), square: box(28, 0), round: box(28, 12) },
  header: {
    'one-line': [
      mark,
      line(44, 25, 10),
      line(58, 25, 10),
      line(72, 25, 10),
      <path key="r" d="M0 40H88" className={styles.line} />,
    ],
    'two-lines': [
      <rect key="m" x="38" y="8" width="12" height="12" className={styles.accent} />,
      line(22, 30, 10),
      line(39, 30, 10),
      line(56, 30, 10),
      <path key="r" d="M0 40H88" className={styles.line} />,
    ],
  },
  logo: {
    'mark-and-name': [mark, text(28, 30, 'Name')],
    name: text(24, 30, 'Name'),
    mark: <g transform="translate(28)">{mark}</g>,
  },
};

/** Draws what a word of a look changes; nothing for an unknown word. */
export function StructureDrawing({ name, word }: { name: StructureName; word: string }) {
  const drawing = drawings[name][word];
  return drawing ? (
    <svg viewBox="0 0 88 52" width="88" height="52" aria-hidden="true" className={styles.drawing}>
      {drawing}
    </svg>
  ) : null;
}

/** Draws two letters in the fonts of a pair, or in those of this machine that are most like them. */
export function FontDrawing({ font }: { font: string }) {
  return (
    <svg viewBox="0 0 88 52" width="88" height="52" aria-hidden="true" className={styles.drawing}>
      <text x="44" y="38" textAnchor="middle" fontFamily={font} className={styles.letters}>
        Aa
      </text>
    </svg>
  );
}
