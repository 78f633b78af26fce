/** The result of one check of an installation: one line, with advice if there is a problem. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  text: string;
}

export const createOk = (text: string): Finding => ({ state: 'ok', text });
export const createWarning = (text: string): Finding => ({ state: 'warning', text });
export const createProblem = (text: string): Finding => ({ state: 'problem', text });
