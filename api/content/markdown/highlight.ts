import type { Element } from 'hast';
import type { BundledLanguage } from 'shiki';

// The header policy forbids inline styles, so a token's CSS variable becomes a class: var(--token-keyword) →
// tok-keyword.
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

/**
 * Returns highlighted code: a `pre` with a class for each token, in a block with the language's name. An unknown
 * language is rendered without highlighting.
 */
export async function highlightCode(code: string, language: string): Promise<Element> {
  // Loaded on demand, because a server that only reads content does not need it.
  const { bundledLanguages, codeToHast, createCssVariablesTheme } = await import('shiki');
  const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false });
  const known = Object.hasOwn(bundledLanguages, language) ? (language as BundledLanguage) : 'text';
  const tree = await codeToHast(code, {
    lang: known,
    theme,
    // With a time limit, a busy machine would store lines that are highlighted in part.
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
