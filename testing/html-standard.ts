import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const standard = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ['html-validate:standard'] }));

/** Returns the violations of the HTML standard in a page, one line each. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await standard.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
