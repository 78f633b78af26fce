import form from './form.module.css';

/** How many pages are shown before the rest is only counted. */
const shown = 5;

/** Lists links to public pages, by their titles or else their paths, below a label; nothing without pages. */
export function PathList({
  label,
  paths,
}: {
  label: string;
  paths: readonly (string | { path: string; title: string })[];
}) {
  if (paths.length === 0) return null;
  const more = paths.length - shown;
  return (
    <div className={form.list}>
      <p>{label}</p>
      <ul className={form.list}>
        {paths.slice(0, shown).map((page) => {
          const { path, title } = typeof page === 'string' ? { path: page, title: page } : page;
          return (
            <li key={path}>
              <a href={path} target="_blank" rel="noreferrer" dir="auto">
                {title}
              </a>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p>and {more === 1 ? 'one more page' : `${more} more pages`}</p>}
    </div>
  );
}
