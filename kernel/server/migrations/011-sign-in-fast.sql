-- Signing in finds a name whatever its case. Row-level security keeps the index on lower(user_name) from being used for that,
-- because lower() is not declared leakproof; an index on a plain column is.
alter table sys_user add column sign_in_name text generated always as (lower(user_name)) stored;
create index sys_user_sign_in_name on sys_user (tenant_id, realm, sign_in_name);
-- A counter changes twice in every sign-in; without an index on its time PostgreSQL does that in place.
drop index login_attempt_age;
