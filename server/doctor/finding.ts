/** What a check of an installation found out, in one line, and what to do if it is not well. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  text: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string): Finding => ({ state: 'warning', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });
