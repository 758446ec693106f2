-- Where a sign-in came from, for statistics; worked out from the device when it happened.
alter table login_log add column terminal text check (terminal in ('pc', 'mobile', 'wecom'));
-- A code by SMS is found by the number it went to (a keyed hash), and counted by it.
create index auth_challenge_target on auth_challenge (target, created_at) where kind = 'sms';
-- A number that is changed by whatever way is verified no longer.
create function forget_verified_mobile() returns trigger language plpgsql as $$ begin new.mobile_verified := false; return new; end $$;
create trigger sys_user_mobile before update of mobile on sys_user for each row
  when (old.mobile_verified and new.mobile is distinct from old.mobile) execute function forget_verified_mobile();
create index sys_user_mobile on sys_user (tenant_id, realm, mobile) where mobile_verified;
