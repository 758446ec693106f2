-- What counsellors were told already: of a follow-up, and of a quota for which period.
alter table work_log add column is_follow_up_told boolean not null default false;
alter table work_quota add column told_for date;
create index work_log_follow_up on work_log (tenant_id, follow_up_on) where followed_up_on is null and not is_follow_up_told;
