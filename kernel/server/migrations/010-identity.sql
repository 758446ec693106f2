-- Signing in and staying signed in. What a request offers before anybody knows its school (a token, a captcha key, a client
-- name, an address) is looked up in tables without a tenant's row-level security; only kernel/server/identity reads and writes
-- them, and each statement there that lists or ends sessions names the tenant itself. Secrets are stored as SHA-256 only.

create table auth_client (
  client_id text primary key,
  secret_hash bytea not null,
  realms text[] not null default '{admin,welcome,exam}',
  grant_types text[] not null default '{password,refresh_token}',
  access_ttl int not null default 3600 check (access_ttl between 60 and 86400),
  -- Seconds; null: the school's session.refreshHours.
  refresh_ttl int check (refresh_ttl > 0),
  allowed_origins text[] not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
comment on table auth_client is 'tenantless: names a program, not a person; the web shipped with the product is the same for every school, and its secret proves nothing';
insert into auth_client (client_id, secret_hash) values ('qinglan-web', sha256('qinglan-web'));

create table user_session (
  id uuid primary key default uuidv7(),
  tenant_id uuid not null references tenant, user_id uuid not null, realm text not null, client_id text not null,
  access_hash bytea not null, refresh_hash bytea not null,
  -- The pair before the last rotation, good for 30 s more, and the pair made then, encrypted, so that a second tab gets the same one.
  previous_access_hash bytea, previous_refresh_hash bytea, rotated_at timestamptz, pair text,
  terminal text not null, device text, ip text, previous_login_at timestamptz,
  created_at timestamptz not null default now(), last_active_at timestamptz not null default now(),
  access_expires_at timestamptz not null, expires_at timestamptz not null,
  state text not null default 'active', end_reason text, ended_at timestamptz,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  check (realm in ('admin', 'welcome', 'exam')), check (terminal in ('pc', 'mobile', 'wecom')), check (state in ('active', 'restricted', 'ended')),
  check ((state = 'ended') = (end_reason is not null)),
  check (end_reason in ('logout', 'expired', 'kicked', 'replaced', 'passwordChanged', 'disabled', 'stolen'))
) with (fillfactor = 80);
comment on table user_session is 'tenantless: a session is found by the hash of its token before the tenant is known; tenant_id says whose it is';
create unique index user_session_access_key on user_session (access_hash);
create unique index user_session_refresh_key on user_session (refresh_hash);
create index user_session_previous_access on user_session (previous_access_hash) where previous_access_hash is not null;
create index user_session_user on user_session (tenant_id, user_id) where state <> 'ended';
create index user_session_expiry on user_session (expires_at) where state <> 'ended';

-- Every refresh token that was traded in: offered again, it tells of a theft.
create table spent_refresh_token (
  hash bytea primary key,
  session_id uuid not null references user_session on delete cascade,
  at timestamptz not null default now()
);
comment on table spent_refresh_token is 'tenantless: found by the hash of a token, like user_session';
create index spent_refresh_token_session on spent_refresh_token (session_id);

create table auth_challenge (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('captcha', 'sms', 'scan', 'state', 'bind', 'mfa', 'reset')),
  key text not null unique, purpose text not null, secret_hash bytea not null, target text, ip text,
  tries int not null default 0, used_at timestamptz, created_at timestamptz not null default now(), expires_at timestamptz not null
);
comment on table auth_challenge is 'tenantless: a captcha is drawn before anybody has said which school they belong to';
create index auth_challenge_expiry on auth_challenge (expires_at);

-- One row for each account that failed, known or not, and for each address. `pending` are attempts whose password is being
-- checked now: they count against the limit, so that twenty at once are not twenty guesses.
create table login_attempt (
  key text primary key,
  failed_at timestamptz[] not null default '{}',
  pending int not null default 0, pending_until timestamptz not null default now(),
  locked_until timestamptz, locks int not null default 0,
  touched_at timestamptz not null default now()
) with (fillfactor = 70);
comment on table login_attempt is 'tenantless: also counts addresses and account names that no school knows; keys are hashed';
create index login_attempt_age on login_attempt (touched_at);

create table activation (
  id uuid primary key default uuidv7(),
  tenant_id uuid not null references tenant, user_id uuid not null, token_hash bytea not null unique,
  created_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
comment on table activation is 'tenantless: found by the hash of the link, which says nothing of the school';

create table login_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account text not null, user_id uuid, realm text not null, way text not null, result text not null, reason text, ip text, device text,
  at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (result in ('success', 'failure', 'refused'))
);
create index login_log_user on login_log (tenant_id, user_id, at);
create index login_log_at on login_log (tenant_id, at);

create table password_history (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, password_hash text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create index password_history_user on password_history (tenant_id, user_id, created_at);
