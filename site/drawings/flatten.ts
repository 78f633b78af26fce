/** The site's dark values of the tokens that drawings use; the light ones are the fallbacks in the drawings. */
const dark: Record<string, string> = {
  '--ground': '#0f1613',
  '--ink': '#e8ece4',
  '--ink-soft': '#a9b4ab',
  '--line': '#28332d',
  '--line-strong': '#6f7d74',
  '--accent': '#55d38c',
  '--annotation': '#e0a458',
};

/** Replaces every `var(--token, fallback)` by a colour, for renderers that do not know custom properties. */
export function flattenColors(svg: string, theme: 'light' | 'dark' = 'light'): string {
  return svg.replace(/var\((--[a-z-]+),\s*([^)]+)\)/g, (_, name: string, fallback: string) =>
    theme === 'dark' ? (dark[name] ?? fallback) : fallback,
  );
}
