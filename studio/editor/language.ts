import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

const data = defineLanguageFacet({});

/** GitHub-flavoured Markdown, as the site renders it, without the languages of code blocks. */
const markdown = new Language(
  data,
  parser.configure([GFM, { props: [languageDataProp.add({ Document: data })] }]),
  [],
  'markdown',
);

const style = HighlightStyle.define([
  // The head of a table has the tag of headings, too.
  { tag: tags.heading, class: 'md-strong' },
  { tag: [tags.heading1, tags.heading2], class: 'md-heading' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: 'md-small-heading' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strikethrough, class: 'md-struck' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: [tags.link, tags.url], class: 'md-link' },
  { tag: tags.quote, class: 'md-quote' },
  { tag: tags.processingInstruction, class: 'md-mark' },
]);

export const markdownLanguage: Extension = [markdown, syntaxHighlighting(style)];
