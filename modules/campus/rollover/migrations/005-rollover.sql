-- The roll-over of a school to the next year: one run a year, and the rows it creates, changes or closes.
create table rollover_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  from_xn text not null, to_xn text not null, state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed', 'undone')),
  steps jsonb not null, is_undo boolean not null default false, total int not null default 0, done int not null default 0,
  previewed_at timestamptz, started_by_id uuid, started_at timestamptz, ended_at timestamptz, note text, wording jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (from_xn ~ '^\d{4}-\d{4}$' and to_xn ~ '^\d{4}-\d{4}$')
);
-- One run of a year that has not been taken back, and one in a school that is under way.
create unique index rollover_run_year on rollover_run (tenant_id, to_xn) where state <> 'undone';
create unique index rollover_run_running on rollover_run (tenant_id) where state = 'running';
create index rollover_run_to_xn on rollover_run (tenant_id, to_xn desc, id);
create index rollover_run_started_at on rollover_run (tenant_id, started_at desc, id);
create index rollover_run_started_by_id on rollover_run (tenant_id, started_by_id);

create table rollover_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  run_id uuid not null, step text not null, step_title text not null, seq int not null, kind text not null check (kind in ('create', 'change', 'close')),
  title text not null, department_id uuid, state text not null default 'planned' check (state in ('planned', 'blocked', 'skipped', 'done', 'changed', 'undone', 'kept')),
  problem text, reason text, skipped_by_id uuid, done_at timestamptz, link text,
  key text not null, row_entity text not null, row_id text not null, row_version int, done_version int, before jsonb, after jsonb, wording jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references rollover_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  check (state not in ('done', 'undone', 'kept') or done_version is not null),
  check ((state = 'skipped') = (reason is not null))
);
create unique index rollover_line_key on rollover_line (tenant_id, run_id, step, key);
create index rollover_line_run on rollover_line (tenant_id, run_id, seq);
create index rollover_line_seq on rollover_line (tenant_id, seq, id);
create index rollover_line_state on rollover_line (tenant_id, run_id, step, state, seq);
create index rollover_line_department_id on rollover_line (tenant_id, department_id, seq);
create index rollover_line_skipped_by_id on rollover_line (tenant_id, skipped_by_id);
