import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';

// The tables of migration 0077; `tables.test.ts` compares them with the database.

export const measurements = pgTable('measurements', {
  measuredAt: time('measured_at').notNull(),
  kind: text().notNull(),
  name: text().notNull(),
  detail: text().notNull().default(''),
  country: text().notNull().default(''),
  visitor: bigint({ mode: 'bigint' }),
  times: integer().notNull().default(1),
});

export const dailyNumbers = pgTable(
  'daily_numbers',
  {
    day: date().notNull(),
    kind: text().notNull(),
    name: text().notNull().default(''),
    detail: text().notNull().default(''),
    times: bigint({ mode: 'number' }).notNull(),
    visitors: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.name, table.detail] })],
);

export const visitorSalts = pgTable('visitor_salts', { day: date().primaryKey(), salt: bytea().notNull() });
