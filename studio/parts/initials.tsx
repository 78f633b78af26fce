import styles from './initials.module.css';

/** Returns the first letters of the first and the last word of a name: `Grace Hopper` becomes `GH`. */
function findInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase('en') || '?';
}

/** How many backgrounds there are. */
const tones = 6;

/** Returns the background of a person, the same everywhere. */
function findTone(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tones;
}

/** Renders a person as initials in a circle. The name stands beside it, or is given as `label`. */
export function Initials({ name, label }: { name: string; label?: string }) {
  const attributes = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label };
  return (
    <span className={styles.initials} data-tone={findTone(name)} {...attributes}>
      {findInitials(name)}
    </span>
  );
}

/** Renders a person: initials and the name. */
export function Person({ name }: { name: string }) {
  return (
    <span className={styles.person}>
      <Initials name={name} />
      <bdi>{name}</bdi>
    </span>
  );
}
