-- Kinds of leave with their rules.
create table leave_type (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  sort int,
  needs_proof boolean not null default false,
  proof_later_days int not null default 3,
  max_days numeric(5,1),
  max_per_term numeric(5,1),
  advance_hours int not null default 0,
  retro_days int not null default 3,
  leaves_campus_default boolean not null default false,
  level_rules jsonb,
  sensitive boolean not null default false,
  is_enabled boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index leave_type_code_key on leave_type (tenant_id, code) where deleted_at is null;
create unique index leave_type_name_key on leave_type (tenant_id, name) where deleted_at is null;

-- One application for many students; each has a leave of their own once it is approved.
create table leave_team (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  team_no text not null,
  title text not null,
  type_id uuid not null,
  organiser_id uuid not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  days numeric(4,1) not null,
  reason text not null,
  proofs jsonb,
  student_ids jsonb not null,
  student_count int not null,
  state text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, type_id) references leave_type (tenant_id, id),
  check (end_at > start_at),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled'))
);
create unique index leave_team_team_no_key on leave_team (tenant_id, team_no);
create index leave_team_start on leave_team (tenant_id, start_at desc, id);
create index leave_team_type_id on leave_team (tenant_id, type_id);
create index leave_team_organiser_id on leave_team (tenant_id, organiser_id);

-- One absence of one student. A row with extends_id asks to prolong another one: when it is approved that one becomes longer, and it has no life of its own.
create table leave (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  leave_no text not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  type_id uuid not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  days numeric(4,1) not null,
  counted_days numeric(5,1),
  level text,
  beside_holiday boolean not null default false,
  has_exam boolean not null default false,
  reason text,
  private_reason text,
  proofs jsonb,
  private_proofs jsonb,
  proof_due_on date,
  leaves_campus boolean not null default false,
  leaves_city boolean not null default false,
  canton_code text,
  address text,
  transport text,
  companion text,
  contact_name text,
  contact_phone text,
  guardian_informed boolean,
  lessons jsonb,
  lesson_count int,
  apply_way text not null default 'self',
  approved_by_phone text,
  extends_id uuid,
  team_id uuid,
  state text not null,
  approved_at timestamptz,
  back_at timestamptz,
  back_way text,
  back_note text,
  actual_days numeric(4,1),
  overdue_told text,
  overdue_marks int,
  cancel_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, type_id) references leave_type (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  foreign key (tenant_id, extends_id) references leave (tenant_id, id),
  foreign key (tenant_id, team_id) references leave_team (tenant_id, id),
  check (end_at > start_at),
  check (level in ('fdy', 'college', 'officer')),
  check (apply_way in ('self', 'byStaff', 'retro')),
  check (back_way in ('gate', 'location', 'scan', 'staff')),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'active', 'overdue', 'closed')),
  -- A student is away once at a time (20-L8), whoever is faster.
  constraint leave_apart exclude using gist (tenant_id with =, student_id with =, tstzrange(start_at, end_at) with &&)
    where (extends_id is null and state in ('pending', 'returned', 'approved', 'active', 'overdue'))
);
create sequence leave_no_seq;
create unique index leave_leave_no_key on leave (tenant_id, leave_no);
-- One request to prolong at a time.
create unique index leave_one_extension on leave (tenant_id, extends_id) where state in ('pending', 'returned');
create index leave_start on leave (tenant_id, start_at desc, id);
create index leave_end on leave (tenant_id, end_at desc, id);
create index leave_student_id on leave (tenant_id, student_id, start_at desc);
create index leave_department_id on leave (tenant_id, department_id, start_at desc);
create index leave_class_id on leave (tenant_id, class_id, start_at desc);
create index leave_type_id on leave (tenant_id, type_id, start_at desc);
create index leave_state on leave (tenant_id, state, start_at desc);
-- What the clock looks at: a few hundred rows of millions.
create index leave_running on leave (tenant_id, end_at) where extends_id is null and state in ('approved', 'active', 'overdue');
create index leave_back on leave (tenant_id, back_at) where back_at is not null;
create index leave_proof on leave (tenant_id, proof_due_on) where proof_due_on is not null;
create index leave_extends_id on leave (tenant_id, extends_id);
create index leave_team_id on leave (tenant_id, team_id);
create index leave_days on leave (tenant_id, days);
create index leave_canton_code on leave (tenant_id, canton_code);
