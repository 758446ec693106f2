-- Lists filter by the province of origin; the county stays what the record says.
alter table student add column source_province text generated always as (left(source_canton, 2) || '0000') stored;
