/**
 * The version of rendered Markdown. Increase it when the HTML or the search text changes: a start renders older
 * revisions again.
 */
export const rendererVersion = 15;
