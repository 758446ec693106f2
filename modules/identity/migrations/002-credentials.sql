-- What people show beside the school's other systems: ways of signing in, second factors, consents.

create table login_type (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  realm text not null, terminal text not null default 'all', user_type int, ways jsonb not null, default_way text not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (realm in ('admin', 'welcome', 'exam')), check (terminal in ('all', 'pc', 'mobile', 'wecom')), check (default_way in ('account', 'mobile', 'scan', 'sso'))
);
create unique index login_type_key on login_type (tenant_id, realm, terminal, user_type) nulls not distinct;

-- A clock-driven second factor. `secret` is encrypted; `pending` waits for the first right code. A step that was used is good no more.
create table second_factor (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, secret text, pending text, pending_at timestamptz, last_step bigint not null default 0, confirmed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index second_factor_user on second_factor (tenant_id, user_id);

-- Ten codes on paper, each good once; only a keyed hash is stored.
create table recovery_code (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, code_hash text not null, used_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index recovery_code_key on recovery_code (tenant_id, user_id, code_hash);

create table trusted_device (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, device_hash text not null, device text, ip text, valid_until timestamptz not null, last_used_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index trusted_device_key on trusted_device (tenant_id, user_id, device_hash);

create table user_consent (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, notice_version text not null, at timestamptz not null default now(), withdrawn_at timestamptz, ip text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index user_consent_key on user_consent (tenant_id, user_id, notice_version) where withdrawn_at is null;
create index user_consent_at on user_consent (tenant_id, at desc);
