-- Walls that read measures with a key of their own.
create table screen_device (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  place text not null,
  screens jsonb not null,
  department_id uuid,
  cidrs jsonb,
  show_rooms boolean not null default false,
  dark_from time,
  dark_to time,
  expires_at date not null,
  state text not null default 'pairing',
  -- The key itself is at the browser alone.
  key_hash text,
  paired_from text,
  revoked_at timestamptz,
  silent_told_at timestamptz,
  expiry_told_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (state in ('pairing', 'active', 'silent', 'revoked', 'expired')),
  check ((dark_from is null) = (dark_to is null)),
  check ((state in ('active', 'silent')) <= (key_hash is not null))
);
create unique index screen_device_name_key on screen_device (tenant_id, name);
create unique index screen_device_key_hash on screen_device (tenant_id, key_hash) where key_hash is not null;
create index screen_device_department_id on screen_device (tenant_id, department_id);

-- A code on a wall that waits for somebody to confirm it; worth nothing after five minutes.
create unlogged table screen_pairing (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  secret_hash text not null,
  ip text not null,
  expires_at timestamptz not null,
  device_id uuid,
  primary key (tenant_id, id)
);
create unique index screen_pairing_code on screen_pairing (tenant_id, code);
create unique index screen_pairing_secret on screen_pairing (tenant_id, secret_hash);

-- When a device was last heard of and what it shows: apart from the device, because every minute changes it.
create table screen_beat (
  tenant_id uuid not null references tenant,
  device_id uuid not null,
  seen_at timestamptz not null,
  screen text not null,
  size text,
  primary key (tenant_id, device_id)
);
