-- Reading the links of a text takes a millisecond. With the default cost the planner reads every text in place of the index.
alter function linked_paths(text, jsonb) cost 10000;
