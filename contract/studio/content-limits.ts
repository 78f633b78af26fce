/**
 * Lengths of an entry's texts in characters (UTF-16 units), and of its lists. Separate from the schemas, so that a
 * browser does not load them.
 */
export const contentLimits = { title: 120, summary: 240, keywords: 12, keyword: 300, interests: 10, body: 500_000 };

export const maxImportedRedirects = 5_000;
