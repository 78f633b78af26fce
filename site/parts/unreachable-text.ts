/** Text for a form that did not reach the server, or whose code did not load. */
export const unreachableText =
  'We could not be reached. Your text is still here; send it again when the connection is back.';
