create table ai_provider (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  base_url text not null,
  model text not null,
  api_key text, api_key_hash text,
  place text not null default 'mainland',
  filing_no text,
  price_in numeric(12, 4),
  price_out numeric(12, 4),
  timeout int not null default 60,
  priority int not null default 10,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (place in ('campus', 'mainland'))
);
create unique index ai_provider_name_key on ai_provider (tenant_id, name);
create index ai_provider_priority on ai_provider (tenant_id, priority, name);

create table ai_use (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  is_enabled boolean not null default false,
  provider_id uuid,
  daily_per_user int not null default 30,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, provider_id) references ai_provider (tenant_id, id)
);
create unique index ai_use_code_key on ai_use (tenant_id, code);
create index ai_use_provider_id on ai_use (tenant_id, provider_id);

create table ai_quota (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scope text not null default 'school',
  use text,
  period text not null default 'month',
  limit_tokens int not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (scope in ('school', 'use', 'user')),
  check (period in ('day', 'month')),
  check (limit_tokens > 0),
  check ((scope = 'use') <= (use is not null)),
  check ((scope = 'school') <= (use is null))
);
create unique index ai_quota_key on ai_quota (tenant_id, scope, use, period) nulls not distinct;

-- Tokens spent of a quota in one period, by one user where the quota is each user's own.
create table ai_spend (
  tenant_id uuid not null references tenant,
  quota_id uuid not null,
  user_id uuid,
  begins_on date not null,
  used bigint not null default 0,
  is_told boolean not null default false,
  foreign key (tenant_id, quota_id) references ai_quota (tenant_id, id) on delete cascade
);
create unique index ai_spend_key on ai_spend (tenant_id, quota_id, user_id, begins_on) nulls not distinct;

-- Tokens set aside for a call that is under way. A call whose process died holds them until it would have timed out.
create table ai_reservation (
  tenant_id uuid not null references tenant,
  call_id uuid not null,
  quota_id uuid not null,
  user_id uuid,
  tokens int not null,
  expires_at timestamptz not null,
  primary key (tenant_id, call_id, quota_id),
  foreign key (tenant_id, quota_id) references ai_quota (tenant_id, id) on delete cascade
);
create index ai_reservation_quota on ai_reservation (tenant_id, quota_id, expires_at);

-- Calls of a user on one day, counted before they go out.
create table ai_daily (
  tenant_id uuid not null references tenant,
  use text not null,
  user_id uuid not null,
  day date not null,
  calls int not null,
  primary key (tenant_id, use, user_id, day)
);

create table ai_call (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null,
  use text not null,
  provider text,
  model text,
  prompt_version text,
  prompt_hash text,
  replaced_count int not null default 0,
  tokens_in int,
  tokens_out int,
  cost numeric(14, 6),
  ms int,
  result text not null,
  accepted boolean,
  at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create index ai_call_at on ai_call (tenant_id, at desc);
create index ai_call_user_id on ai_call (tenant_id, user_id, at desc);
