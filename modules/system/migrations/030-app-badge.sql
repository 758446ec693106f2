-- Which live number stands on an app's tile.
alter table app_name add column badge text check (badge in ('todo', 'message'));
