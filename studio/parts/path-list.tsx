import form from './form.module.css';

/** How many paths are shown before the rest is only counted. */
const shown = 8;

/** Lists paths of the public site behind a label; nothing without paths. */
export function PathList({ label, paths }: { label: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  const more = paths.length - shown;
  return (
    <div className={form.list}>
      <p>{label}</p>
      <ul className={form.list}>
        {paths.slice(0, shown).map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      {more > 0 && <p>and {more === 1 ? 'one more page' : `${more} more pages`}</p>}
    </div>
  );
}
