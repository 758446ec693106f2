-- Timed work of a school. The program says what there is; the school says when, and whether.
create table job (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, cron text not null, params jsonb not null default '{}',
  timeout_sec int not null default 600, retries int not null default 2, misfire text not null default 'runOnce', alarm_after int not null default 3, is_enabled boolean not null default true,
  next_at timestamptz not null, is_asked boolean not null default false,
  -- Whoever runs it holds it until then; when the server dies meanwhile, another takes it over.
  held_until timestamptz, tries int not null default 0, failures int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (misfire in ('skip', 'runOnce')), check (timeout_sec between 10 and 7200), check (retries between 0 and 10), check (alarm_after between 1 and 100)
);
create unique index job_code_key on job (tenant_id, code);
create index job_due on job (tenant_id, next_at) where is_enabled;

drop table job_log;
create table job_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  job_id uuid not null, node text not null, started_at timestamptz not null default now(), ended_at timestamptz,
  state text not null default 'running', affected int, message text, ms int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade,
  check (state in ('running', 'done', 'failed', 'lost', 'skipped'))
);
create index job_log_job on job_log (tenant_id, job_id, started_at);
