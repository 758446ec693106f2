-- Limits that all processes share. `rate_count` has one row for each counter and window; `login_attempt.accounts` holds the
-- accounts that failed from one address since `accounts_since` and have not signed in there afterwards.
create table rate_count (
  key text not null, window_start timestamptz not null, count int not null,
  primary key (key, window_start)
) with (fillfactor = 70);
comment on table rate_count is 'tenantless: counts addresses before anybody has said which school they belong to; addresses in keys are hashed';
create index rate_count_age on rate_count (window_start);
alter table login_attempt add column accounts text[] not null default '{}', add column accounts_since timestamptz;
