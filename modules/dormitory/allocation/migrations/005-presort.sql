-- A plan that gives out beds: for whom, which, from when, by which rules.
create table presort_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  xn text not null,
  mode text not null default 'toStudent',
  student_filter jsonb not null,
  pool_filter jsonb not null,
  start_date date not null,
  seed int not null default 1,
  rules jsonb,
  state text not null default 'draft',
  wish_until date,
  run_id uuid,
  committed_at timestamptz,
  committed_by uuid,
  published_at timestamptz,
  undone_at timestamptz,
  student_count int,
  placed_count int,
  owner_department_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (mode in ('toCollege', 'toClass', 'toStudent')),
  check (state in ('draft', 'simulated', 'committed', 'published', 'closed', 'undone')),
  constraint presort_plan_committed check (state not in ('committed', 'published', 'closed') or (committed_at is not null and run_id is not null))
);
create unique index presort_plan_name_key on presort_plan (tenant_id, name);
create index presort_plan_start_date on presort_plan (tenant_id, start_date desc, id);
create index presort_plan_xn on presort_plan (tenant_id, xn);
create index presort_plan_state on presort_plan (tenant_id, state);
create index presort_plan_committed_at on presort_plan (tenant_id, committed_at desc);
create index presort_plan_owner on presort_plan (tenant_id, owner_department_id);

create table presort_quota (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  department_id uuid,
  grade_major_id uuid,
  class_id uuid,
  gender_code text not null,
  beds int not null,
  rooms int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade,
  check (beds >= 0),
  check (rooms >= 0)
);
create unique index presort_quota_unit_key on presort_quota (tenant_id, plan_id, department_id, grade_major_id, class_id, gender_code) nulls not distinct;
create index presort_quota_department_id on presort_quota (tenant_id, department_id);

-- What a student says about habits and roommates, once for all plans.
create table presort_wish (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  bed_type text,
  sleep_time time,
  wake_time time,
  quiet text,
  smoking text,
  snoring text,
  height int,
  roommates jsonb,
  needs_accessible boolean default false,
  medical_note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index presort_wish_student_key on presort_wish (tenant_id, student_id);

-- One try of a plan. The process that works on it says so every few seconds; one that has fallen silent is taken over.
create table presort_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  run_no int not null,
  state text not null default 'queued',
  progress int not null default 0,
  seed int,
  rules jsonb,
  measures jsonb,
  note text,
  started_at timestamptz,
  ended_at timestamptz,
  hand_count int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade,
  check (state in ('queued', 'running', 'done', 'failed', 'cancelled'))
);
create unique index presort_run_no_key on presort_run (tenant_id, plan_id, run_no);
-- One plan is worked out once at a time.
create unique index presort_run_one_at_work on presort_run (tenant_id, plan_id) where state in ('queued', 'running');

create table presort_pin (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  kind text not null default 'pin',
  bed_id uuid,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, bed_id) references dorm_bed (tenant_id, id),
  check ((kind = 'pin') = (bed_id is not null)),
  check (kind in ('pin', 'exclude'))
);
create unique index presort_pin_student_key on presort_pin (tenant_id, plan_id, student_id);
create unique index presort_pin_bed_key on presort_pin (tenant_id, plan_id, bed_id) where bed_id is not null;
create index presort_pin_student_id on presort_pin (tenant_id, student_id);
create index presort_pin_bed_id on presort_pin (tenant_id, bed_id);
create index presort_pin_department_id on presort_pin (tenant_id, department_id);
create index presort_pin_class_id on presort_pin (tenant_id, class_id);

-- Where a simulation puts a student (a bed, or none and why), or a room it grants to a class or a college.
create table presort_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  run_id uuid not null,
  student_id uuid,
  department_id uuid,
  class_id uuid,
  grade int,
  gender_code text,
  bed_id uuid,
  room_id uuid,
  dorm_id uuid,
  beds int,
  score int,
  reasons jsonb,
  unplaced text,
  pinned boolean not null default false,
  conflict text,
  is_granted boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references presort_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  -- A bed goes to one student of a simulation; checked at the end, so that two may change places.
  constraint presort_line_bed unique (tenant_id, run_id, bed_id) deferrable initially deferred,
  -- A room is granted by one plan at a time; within it to classes that share it.
  constraint presort_line_granted exclude using gist (tenant_id with =, room_id with =, plan_id with <>) where (is_granted)
);
create unique index presort_line_student_key on presort_line (tenant_id, run_id, student_id) where student_id is not null;
create index presort_line_run_id on presort_line (tenant_id, run_id, score, id);
create index presort_line_plan_id on presort_line (tenant_id, plan_id);
create index presort_line_score on presort_line (tenant_id, score, id);
create index presort_line_student_id on presort_line (tenant_id, student_id);
create index presort_line_bed_id on presort_line (tenant_id, bed_id);
create index presort_line_room_id on presort_line (tenant_id, room_id) where room_id is not null;
create index presort_line_dorm_id on presort_line (tenant_id, run_id, dorm_id);
create index presort_line_department_id on presort_line (tenant_id, department_id, run_id);
create index presort_line_class_id on presort_line (tenant_id, class_id, run_id);

create table presort_part (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  run_id uuid not null,
  department_id uuid not null,
  confirmed_at timestamptz not null default now(),
  confirmed_by uuid,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references presort_run (tenant_id, id) on delete cascade
);
create unique index presort_part_key on presort_part (tenant_id, run_id, department_id);
create index presort_part_plan_id on presort_part (tenant_id, plan_id);

-- Who is committing which building now: one plan at a time, whoever asks second reads who and since when.
create table presort_commit (
  tenant_id uuid not null references tenant,
  dorm_id uuid not null,
  plan_id uuid not null,
  since timestamptz not null default now(),
  primary key (tenant_id, dorm_id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, plan_id) references presort_plan (tenant_id, id) on delete cascade
);
