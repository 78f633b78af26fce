/** Text shown when a form did not reach the server, or when the code of the form did not load. */
export const unreachableText =
  'We could not be reached. Your text is still here; send it again when the connection is back.';
