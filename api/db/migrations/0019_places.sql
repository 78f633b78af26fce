-- Regions have their ISO 3166-2 codes, and towns are found by the beginning of their name. Both are read again from GeoNames'
-- data at the next start.

truncate states, cities;

-- The name in lower case and without accents.
alter table cities add column folded text not null;
create index cities_beginning on cities (country_code, folded text_pattern_ops);
create index cities_beginning_anywhere on cities (folded text_pattern_ops);
