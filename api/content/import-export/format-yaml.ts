import { stringify } from 'yaml';

/** Formats a value as YAML: one line for each text without line breaks, and no aliases, which imports refuse. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Formats a Markdown file: its front matter, an empty line, and its body. Without a body, the front matter is all. */
export function formatMarkdownFile(head: object, body: string): string {
  return `---\n${formatYaml(head)}---\n${body === '' ? '' : `\n${body}`}`;
}
