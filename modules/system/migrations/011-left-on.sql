-- The day somebody of the staff left, while the account still stands (`account.graceDays`).
alter table sys_user add column left_on date;
create index sys_user_left_on on sys_user (tenant_id, left_on) where left_on is not null;
