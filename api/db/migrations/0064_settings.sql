-- Settings of the company are entries without a page of their own, so they have drafts, versions, a schedule and previews.
alter type entry_type add value 'SETTING';
