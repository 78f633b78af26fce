import type { Element } from 'hast';
import type { BundledLanguage } from 'shiki';

// The header policy forbids inline styles, so that a token's variable becomes a class: var(--token-keyword) → tok-keyword.
const classOfVariable: Record<string, string> = {
  '--token-constant': 'tok-constant',
  '--token-string': 'tok-string',
  '--token-string-expression': 'tok-string',
  '--token-comment': 'tok-comment',
  '--token-keyword': 'tok-keyword',
  '--token-parameter': 'tok-parameter',
  '--token-function': 'tok-function',
  '--token-punctuation': 'tok-punctuation',
  '--token-link': 'tok-link',
  '--token-inserted': 'tok-inserted',
  '--token-deleted': 'tok-deleted',
  '--token-changed': 'tok-changed',
};

/** A `pre` with a class for each token, in a block that names its language; one that is not known is shown plainly. */
export async function highlight(code: string, language: string): Promise<Element> {
  // Needed when code is written, and hardly ever where it is read.
  const { bundledLanguages, codeToHast, createCssVariablesTheme } = await import('shiki');
  const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false });
  const known = Object.hasOwn(bundledLanguages, language) ? (language as BundledLanguage) : 'text';
  const tree = await codeToHast(code, {
    lang: known,
    theme,
    // No limit of time: on a busy machine the rest of a line would stay without colour, and be kept so.
    tokenizeTimeLimit: 0,
    transformers: [
      {
        pre(node) {
          node.properties = { className: ['shiki'], tabIndex: 0 };
        },
        line(node) {
          node.properties = {};
        },
        span(node) {
          const variable = /var\((--[\w-]+)\)/.exec(String(node.properties.style ?? ''))?.[1] ?? '';
          const name = classOfVariable[variable];
          node.properties = name ? { className: [name] } : {};
        },
      },
    ],
  });
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['code'], dataLanguage: language },
    children: [tree.children[0] as Element],
  };
}
