import { expect, it } from 'vitest';
import { findBreakingStatements, hasDeclaration, isAdditive } from './find-breaking-statements.ts';

it.each([
  'drop table views;',
  'alter table entries drop column cover;',
  'alter table entries rename column cover to picture;',
  'alter table entries alter column cover type int using 0;',
  'alter table entries alter column cover set not null;',
  'alter table revisions alter column schema_version drop default;',
  'alter table entries add column a int, add column b text not null;',
  'alter table entries add column a text not null, add column b int default 0;',
  'alter table entries add constraint short check (length(slug) < 9);',
  'create unique index one_cover on entries (cover);',
  'delete from views;',
  'DROP   TRIGGER announce ON entries;',
])('finds what breaks an earlier server: %s', (sql) => {
  expect(findBreakingStatements(sql)).toHaveLength(1);
});

it.each([
  "alter table entries add column a int not null default 0, add column b text default 'drop table x';",
  'alter table entries add column a int generated always as (1) stored not null;',
  'create table notes (id int primary key, text text not null); create unique index on notes (text);',
  'create table notes (a int); alter table notes add constraint one check (a > 0);',
  'alter table acts drop constraint acts_kind_check;',
  'create index on entries (cover); -- drop table entries',
  'create function f() returns void language plpgsql as $$ begin delete from views; end $$;',
  'update entries set cover = null;',
])('accepts what an earlier server can go on with: %s', (sql) => {
  expect(findBreakingStatements(sql)).toEqual([]);
});

it('reads the declaration of a migration', () => {
  const breaking = '-- Not additive: no server reads the column any more.\nalter table entries drop column cover;\n';
  expect([hasDeclaration(breaking), isAdditive(breaking)]).toEqual([true, false]);
  const widening = '-- Additive: the check allows more than before.\n';
  expect([hasDeclaration(widening), isAdditive(widening)]).toEqual([true, true]);
  expect([hasDeclaration('create table a ();'), isAdditive('create table a ();')]).toEqual([false, true]);
});
