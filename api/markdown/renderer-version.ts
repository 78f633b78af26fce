/** Raised when what is made of Markdown changes, HTML or what search reads; what has a lower number is made again at start. */
export const rendererVersion = 4;
