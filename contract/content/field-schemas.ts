import { z } from 'zod';
import { linkTarget } from './reference-schemas.ts';

/** The schemas that own fields of entries and sections of pages share. */
export const line = z.string().trim().min(1).max(300);
export const text = z.string().trim().min(1).max(4000);

export const faqs = z.array(z.strictObject({ question: line, answer: text })).max(12);

export const schematic = z
  .strictObject({
    nodes: z
      .array(z.strictObject({ id: line, label: line, column: z.int().min(0).max(8) }))
      .min(2)
      .max(12),
    links: z.array(z.union([z.tuple([line, line]), z.tuple([line, line, line])])).max(24),
  })
  .refine(
    (drawing) => drawing.links.every(([from, to]) => [from, to].every((id) => drawing.nodes.some((n) => n.id === id))),
    'a link names a node that is not in the drawing',
  );

export const source = z.strictObject({
  title: line,
  url: linkTarget.optional(),
  year: z.int().optional(),
});

export const sheet = z
  .strictObject({
    title: line,
    kind: z.enum(['bar', 'column', 'line', 'dot', 'share']),
    unit: line,
    scale: z.enum(['linear', 'log']).default('linear'),
    columns: z.array(line).min(2).max(4),
    rows: z
      .array(
        z
          .array(z.union([z.string(), z.number()]))
          .min(2)
          .max(4),
      )
      .min(2)
      .max(40),
    note: text.optional(),
    source,
  })
  .refine(
    (chart) => chart.rows.every((row) => row.length === chart.columns.length),
    'a row must have as many cells as there are columns',
  )
  .refine(
    (chart) => chart.rows.every((row) => row.slice(1).every((cell) => typeof cell === 'number')),
    'every cell after the first must be a number',
  )
  .refine(
    ({ scale, kind }) => scale === 'linear' || kind === 'dot' || kind === 'line',
    'bars cannot begin on a logarithmic scale, which has no zero: use the kind dot or line',
  );
