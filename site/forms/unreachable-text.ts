/** What a person reads when a form did not reach the server; apart, for it is also said where the code of the form is missing. */
export const unreachableText =
  'We could not be reached. Your text is still here; send it again when the connection is back.';
