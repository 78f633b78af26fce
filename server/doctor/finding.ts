/** What a check of an installation found out, in one line, and what to do if it is not well. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  text: string;
}

export const createOk = (text: string): Finding => ({ state: 'ok', text });
export const createWarning = (text: string): Finding => ({ state: 'warning', text });
export const createProblem = (text: string): Finding => ({ state: 'problem', text });
