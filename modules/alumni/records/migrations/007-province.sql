-- Lists and figures ask for the province of a region; the region stays what its owner has entered.
alter table alumnus add column province text generated always as (left(canton, 2) || '0000') stored;
create index alumnus_province on alumnus (tenant_id, province, leave_year desc, id);
