-- A question somebody has put together. `spec` is checked against the declared entities whenever it is opened or run.
create table saved_query (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  owner_id uuid not null, subject text not null, name text not null, spec jsonb not null, shared_roles jsonb, is_tile boolean not null default false,
  cron text, recipients jsonb, next_at timestamptz, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), foreign key (tenant_id, owner_id) references sys_user (tenant_id, id)
);
create unique index saved_query_name_key on saved_query (tenant_id, owner_id, name);
create index saved_query_due on saved_query (tenant_id, next_at) where next_at is not null;
create table query_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  query_id uuid, user_id uuid not null, subject text not null, spec jsonb not null, rows int not null, ms int not null, reason text, kind text not null, at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), foreign key (tenant_id, query_id) references saved_query (tenant_id, id) on delete set null (query_id),
  check (kind in ('screen', 'export', 'schedule', 'audience'))
);
create index query_run_user on query_run (tenant_id, user_id, at);
-- An answer that is to become a file: for whom it is asked, in which language. It goes when the file is there.
create table query_order (
  tenant_id uuid not null references tenant, job_id uuid not null,
  user_id uuid not null, lang text not null, name text not null, subject text not null, spec jsonb not null, reason text, query_id uuid, is_scheduled boolean not null default false, held_until timestamptz,
  primary key (tenant_id, job_id), foreign key (tenant_id, job_id) references export_job (tenant_id, id) on delete cascade
);
