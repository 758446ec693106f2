-- A document is its newest file; the older ones stay as its editions.
alter table file_doc drop column attachment_ids, add column file jsonb not null default '[]', add column editions jsonb not null default '[]', add column is_enabled boolean not null default true;
