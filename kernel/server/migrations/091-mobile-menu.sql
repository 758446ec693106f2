-- Which live number stands on an entry, and whose roles see it; no roles is everybody who may open what it leads to.
alter table menu add column badge text check (badge in ('todo', 'message')), add column roles jsonb;
