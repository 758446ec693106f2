-- Signing in through the school's other systems.

create table identity_source (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  source text not null, name text not null, icon text, sort int, protocol text not null,
  client_id text, client_secret text, client_secret_hash text,
  authorize_url text, token_url text, user_info_url text, validate_url text, logout_url text, jwks_url text,
  subject_path text, match_by text not null default 'accountNo',
  realms jsonb, terminals jsonb, extra jsonb,
  is_enabled boolean not null default false, show_on_login boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (protocol in ('cas', 'oauth2', 'jwt', 'wecom', 'scan')), check (match_by in ('accountNo', 'userName', 'mobile', 'binding'))
);
create unique index identity_source_key on identity_source (tenant_id, source);

create table user_binding (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, source text not null, oauth_id text not null, external_name text,
  bound_at timestamptz not null default now(), bound_by text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
-- Two browsers binding the same identity, or the same account, at once: one of them is refused here.
create unique index user_binding_identity on user_binding (tenant_id, source, oauth_id);
create unique index user_binding_account on user_binding (tenant_id, user_id, source);
create index user_binding_bound_at on user_binding (tenant_id, bound_at desc);

-- What was shown once and is good no more: the number of a JWT, a CAS ticket. Kept until the thing itself has run out.
create table spent_proof (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  source text not null, proof_hash text not null, expires_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index spent_proof_key on spent_proof (tenant_id, source, proof_hash);
create index spent_proof_expiry on spent_proof (tenant_id, expires_at);

-- Which session began with which CAS ticket, so that signing out there ends it here.
create table cas_session (
  id uuid primary key default uuidv7(),
  tenant_id uuid not null references tenant,
  ticket_hash text not null unique, session_id uuid not null references user_session on delete cascade,
  created_at timestamptz not null default now()
);
comment on table cas_session is 'tenantless: a sign-out comes from the CAS server, which names its ticket and no school';
comment on column cas_session.ticket_hash is 'SHA-256 of the ticket; the ticket itself is a credential';
create index cas_session_session on cas_session (session_id);
