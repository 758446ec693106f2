-- Programs of others that read this school's data. Each has an account of type 9 that nobody signs in with, so that every log names it as it names people.
create table api_client (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, app_key text not null, user_id uuid not null,
  -- what calls are signed with: a hash of the secret, encrypted at rest; the secret itself is nowhere
  secret_hash text not null, secret_hash_hash text not null, previous_secret_hash text, previous_secret_hash_hash text, previous_until timestamptz,
  api_ids jsonb not null, ip_ranges jsonb, daily_quota int not null, data_scope text not null, custom_scope jsonb, valid_to date,
  is_enabled boolean not null default true, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  check (data_scope in ('all', 'custom')), check (daily_quota > 0)
);
create unique index api_client_app_key_key on api_client (tenant_id, app_key);
create unique index api_client_name_key on api_client (tenant_id, name);
create index api_client_user on api_client (tenant_id, user_id);

-- A signed call is good once; a row is needed only as long as its time stamp would be accepted.
create table api_nonce (
  tenant_id uuid not null references tenant, api_client_id uuid not null, nonce text not null, at timestamptz not null default now(),
  primary key (tenant_id, api_client_id, nonce),
  foreign key (tenant_id, api_client_id) references api_client (tenant_id, id) on delete cascade
);
create index api_nonce_at on api_nonce (tenant_id, at);

-- What an application did on a day: `calls` is what its quota is measured by, `reasons` counts the refused ones by why.
create table api_client_day (
  tenant_id uuid not null references tenant, api_client_id uuid not null, day date not null,
  calls int not null default 0, refused int not null default 0, reasons jsonb not null default '{}', last_at timestamptz,
  primary key (tenant_id, api_client_id, day),
  foreign key (tenant_id, api_client_id) references api_client (tenant_id, id) on delete cascade
);

-- What a school has set for a route of the program; routes without a row are as the program says.
create table api_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  method text not null, path text not null, is_open boolean not null default true, rate_class text not null default 'normal',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (rate_class in ('light', 'normal', 'heavy'))
);
create unique index api_entry_key on api_entry (tenant_id, method, path);
