/** The metrics of a page's speed (Web Vitals). CLS is a score, the others are milliseconds. */
export const metricNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;

export type MetricName = (typeof metricNames)[number];
