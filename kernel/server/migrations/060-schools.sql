-- Schools, what each is licensed for, and how far each has been opened.

-- `tenant_id` repeats the id, so that a school reads and changes its own row through the one gate like any other row.
alter table tenant
  add column tenant_id uuid generated always as (id) stored,
  add column school_type text, add column logo text, add column domain text, add column languages jsonb,
  add column contact text, add column contact_mobile text,
  add column licence_id uuid,
  -- Whoever opens the school follows its progress by this; it cannot be guessed.
  add column provision_id uuid not null default gen_random_uuid(),
  -- Why the platform froze or closed it, and what it leaves behind.
  add column reason text, add column closed_at timestamptz, add column erased_at timestamptz,
  add column package_hash bytea, add column package_file uuid,
  add column created_by uuid, add column updated_by uuid, add column version int not null default 1,
  -- Grace and limited follow from the licence and the day; they are never stored.
  add constraint tenant_state check (state in ('registering', 'provisioning', 'active', 'frozen', 'closed'));
create unique index tenant_provision_key on tenant (provision_id);
create unique index tenant_package_key on tenant (package_hash) where package_hash is not null;
comment on table tenant is 'tenantless: the schools themselves; one is found by its code before anybody has signed in';

-- Every registration code that was taken, as the vendor signed it.
create table licence (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  school_name text not null, edition text not null, modules jsonb not null default '[]', max_students int not null,
  issued_at date not null, expire_date date not null, grace_days int not null default 30, machine_code text not null,
  payload text not null, signature text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (max_students > 0), check (expire_date >= issued_at), check (grace_days between 0 and 365)
);
alter table tenant add constraint tenant_licence foreign key (id, licence_id) references licence (tenant_id, id);

create table registration_code (
  code_hash bytea primary key, tenant_id uuid not null references tenant, used_at timestamptz not null default now()
);
comment on table registration_code is 'tenantless: a registration code counts once in the whole installation, whichever school took it';

create table provision_step (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  step text not null, state text not null default 'todo', detail jsonb, done_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, step),
  check (state in ('todo', 'running', 'done', 'failed')), check ((state = 'done') = (done_at is not null))
);

-- What the machine code is made from: moves along with the database.
create table installation (
  id uuid primary key default gen_random_uuid(), is_only boolean not null default true unique check (is_only), created_at timestamptz not null default now()
);
insert into installation default values;
