-- Enrolment of a year: batches, steps, points, and how far each person is.
create table welcome_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  year int not null, pre_from timestamptz not null, pre_to timestamptz not null, site_from timestamptz not null, site_to timestamptz not null, contacts text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
create index welcome_batch_begin_time on welcome_batch (tenant_id, begin_time desc, id);
create index welcome_batch_end_time on welcome_batch (tenant_id, end_time desc, id);
create index welcome_batch_name on welcome_batch (tenant_id, name, id);
create index welcome_batch_year on welcome_batch (tenant_id, year desc, id);

create table welcome_step (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, code text not null, name text not null, phase text not null check (phase in ('pre', 'site', 'after')), kind text not null check (kind in ('self', 'staff', 'auto')),
  required boolean not null default true, depends_on jsonb, audience jsonb, open_from timestamptz, open_to timestamptz,
  staff_roles jsonb, auto_source text, waived_by jsonb, form text, sort int not null default 100,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id) on delete cascade
);
create unique index welcome_step_key on welcome_step (tenant_id, batch_id, code);
create index welcome_step_sort on welcome_step (tenant_id, sort, code, id);

create table welcome_point (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, name text not null, campus_id uuid not null, venue_id uuid, step_codes jsonb not null, staff jsonb not null, is_open boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id)
);
create unique index welcome_point_key on welcome_point (tenant_id, batch_id, name);
create index welcome_point_name on welcome_point (tenant_id, name, id);

create table welcome_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, arrived_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index welcome_member_key on welcome_member (tenant_id, batch_id, student_id);
create index welcome_member_student_id on welcome_member (tenant_id, student_id);
create index welcome_member_arrived_at on welcome_member (tenant_id, arrived_at desc, id);

create table welcome_step_state (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, step_code text not null,
  state text not null default 'locked' check (state in ('locked', 'open', 'submitted', 'done', 'waived', 'returned')), recheck boolean not null default false,
  at timestamptz, by uuid, point_id uuid, channel text check (channel in ('self', 'scan', 'auto', 'batch', 'offline')), remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by) references sys_user (tenant_id, id),
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id)
);
create unique index welcome_step_state_key on welcome_step_state (tenant_id, batch_id, student_id, step_code);
create index welcome_step_state_student_id on welcome_step_state (tenant_id, student_id);
create index welcome_step_state_step on welcome_step_state (tenant_id, batch_id, step_code, state);
create index welcome_step_state_at on welcome_step_state (tenant_id, at desc, id);
create index welcome_step_state_point_id on welcome_step_state (tenant_id, point_id) where point_id is not null;
