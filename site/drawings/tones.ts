/** The colours of drawings, by the names of their tokens in `styles/tokens.css`. */
export const tones = {
  light: {
    '--ground': '#f6f3ea',
    '--ink': '#17211b',
    '--ink-soft': '#4a554d',
    '--line': '#d7d3c5',
    '--line-strong': '#79827a',
    '--accent': '#0b7a3e',
    '--annotation': '#8f5400',
  },
  dark: {
    '--ground': '#0f1613',
    '--ink': '#e8ece4',
    '--ink-soft': '#a9b4ab',
    '--line': '#28332d',
    '--line-strong': '#6f7d74',
    '--accent': '#55d38c',
    '--annotation': '#e0a458',
  },
} as const;

export type Tone = keyof (typeof tones)['light'];

/** A style element that gives a document dark colours in a dark colour scheme. */
export const darkStyle = `<style>@media(prefers-color-scheme:dark){:root{${Object.entries(tones.dark)
  .map((pair) => pair.join(':'))
  .join(';')}}}</style>`;
