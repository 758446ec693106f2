-- What was last told of a line's arrears: who listens hears of changes only.
alter table bill_line add column late_told bigint not null default 0;
