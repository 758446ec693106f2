-- Files, imports, exports, and what timed jobs did.

-- A stored file. Equal contents of one tenant share an object; rights stay with each row.
create table attachment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, ext text not null, size bigint not null, sha256 text not null, bucket_name text not null, object_key text not null, type text not null,
  owner_id uuid not null, biz_type text, biz_id uuid, field text, is_public boolean not null default false, sensitivity text,
  scan_state text not null default 'clean', expires_at timestamptz, created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (scan_state in ('pending', 'clean', 'blocked')), check (sensitivity in ('S1', 'S2')), check (size > 0)
);
create index attachment_row on attachment (tenant_id, biz_type, biz_id);
create index attachment_content on attachment (tenant_id, sha256, size);
create index attachment_object on attachment (tenant_id, object_key);
create index attachment_expiry on attachment (tenant_id, expires_at) where expires_at is not null;
create index attachment_unattached on attachment (tenant_id, created_at) where biz_id is null;

-- One upload of rows. `runner` is the database connection of the process that works on it; the process holds an
-- advisory lock on the id as long as it lives, so that a job whose process died is known as such. `attempt` counts the
-- processes: the end of the one that checked must not be taken for the end of the one that writes.
create table import_job (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entity text not null, file_id uuid, file_name text not null, mode text not null, auto boolean not null default false, good_only boolean not null default false,
  state text not null default 'validating',
  total int not null default 0, processed int not null default 0, ok int not null default 0, bad int not null default 0,
  to_add int not null default 0, to_change int not null default 0, unchanged int not null default 0,
  columns jsonb, errors jsonb not null default '[]', error_file_id uuid, message jsonb,
  started_by uuid not null, started_at timestamptz not null default now(), ended_at timestamptz, touched_at timestamptz not null default now(), runner int, attempt int not null default 1,
  primary key (tenant_id, id),
  check (mode in ('insert', 'upsert')),
  check (state in ('validating', 'invalid', 'ready', 'writing', 'done', 'failed', 'cancelled'))
);
create index import_job_mine on import_job (tenant_id, started_by, started_at);
create index import_job_running on import_job (tenant_id) where state in ('validating', 'writing');

-- Checked rows between validation and writing. Unlogged: after a crash of the database they are gone, and the job says so.
create unlogged table import_row (
  tenant_id uuid not null, job_id uuid not null, row_no int not null, id uuid not null, data jsonb not null,
  primary key (tenant_id, job_id, row_no)
);

create table export_job (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entity text not null, file_name text not null, params jsonb not null, header jsonb not null,
  state text not null default 'running', total int not null default 0, processed int not null default 0, file_id uuid, message jsonb,
  started_by uuid not null, started_at timestamptz not null default now(), ended_at timestamptz, touched_at timestamptz not null default now(), expires_at timestamptz,
  primary key (tenant_id, id),
  check (state in ('running', 'done', 'failed', 'cancelled'))
);
create index export_job_mine on export_job (tenant_id, started_by, started_at);

create table job_log (
  id uuid primary key default uuidv7(),
  code text not null, node text not null, started_at timestamptz not null default now(), ended_at timestamptz,
  state text not null default 'running', affected int, message text,
  check (state in ('running', 'done', 'failed'))
);
create index job_log_code on job_log (code, started_at);
comment on table job_log is 'tenantless: timed jobs are the installation''s own';
