-- How long an operation had taken when its line was written, at the end of its transaction. Lines of before have none: filling them in would rewrite the table.
alter table operation_log add column ms int;
alter table operation_log alter column ms set default (extract(epoch from clock_timestamp() - now()) * 1000)::int;
