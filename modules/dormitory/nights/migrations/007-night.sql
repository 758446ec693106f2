-- How a building's night is called.
create table night_setting (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dorm_id uuid not null,
  is_self boolean not null default true,
  is_head boolean not null default true,
  is_patrol boolean not null default true,
  is_gate boolean not null default true,
  open_time text not null default '21:30',
  close_time text not null default '23:00',
  gate_after text not null default '18:00',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check (is_self or is_head or is_patrol or is_gate)
);
create unique index night_setting_dorm_id_key on night_setting (tenant_id, dorm_id);

-- One building's night as its hours and ways were when it began, and how far the clock has come with it.
create table dorm_night (
  tenant_id uuid not null references tenant, night_date date not null, dorm_id uuid not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  gate_after timestamptz not null,
  curfew timestamptz not null,
  cut_off timestamptz not null,
  gate_opening timestamptz not null,
  ways jsonb not null,
  -- Those who had not been seen have been told that it closes soon.
  reminded_at timestamptz,
  -- The cut-off has passed and whoever was not seen is a case.
  closed_at timestamptz,
  made_at timestamptz not null default now(),
  primary key (tenant_id, night_date, dorm_id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id)
);

-- One resident in one night: thirty thousand rows a night in a large school, eighty million in ten years. What a press writes no index has, so that a rush of presses stays cheap.
create table night_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  night_date date not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  bed_id uuid not null,
  room_id uuid not null,
  floor_id uuid not null,
  dorm_id uuid not null,
  expected text not null check (expected in ('expected', 'excused', 'notResident')),
  source text check (source in ('status', 'stay', 'closed', 'departure', 'leave', 'tempLocation', 'exception')),
  reason text,
  result text not null default 'pending' check (result in ('pending', 'present', 'late', 'absent', 'excused')),
  way text check (way in ('correction', 'patrol', 'gate', 'self', 'head')),
  seen_at timestamptz,
  evidence jsonb,
  conflict boolean not null default false,
  lat numeric(9, 6),
  lng numeric(9, 6),
  accuracy int,
  is_afterwards boolean not null default false,
  opened_at timestamptz,
  handled_state text check (handled_state in ('open', 'reached', 'withFamily', 'hospital', 'parentInformed', 'notFound', 'explained')),
  handled_at timestamptz,
  handled_by uuid,
  handled_note text,
  next_step text,
  escalation int not null default 0,
  told_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, bed_id) references dorm_bed (tenant_id, id),
  constraint night_line_case check ((opened_at is null) = (handled_state is null)),
  constraint night_line_excused check ((expected = 'expected') = (result <> 'excused'))
) with (fillfactor = 85);
-- One line of a student in a night, whoever writes it first.
create unique index night_line_once on night_line (tenant_id, night_date, student_id);
create index night_line_night_date on night_line (tenant_id, night_date desc, id);
create index night_line_student_id on night_line (tenant_id, student_id, night_date desc);
create index night_line_dorm_id on night_line (tenant_id, dorm_id, night_date desc);
create index night_line_class_id on night_line (tenant_id, class_id, night_date desc);
-- Who ever was missing: a few in a hundred.
create index night_line_cases on night_line (tenant_id, night_date desc, student_id) where handled_state is not null;
create index night_line_unsettled on night_line (tenant_id, opened_at) where handled_state in ('open', 'notFound');

-- One manager's walk through a building in one night, all its ticks kept.
create table dorm_patrol (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  night_date date not null,
  dorm_id uuid not null,
  "by" uuid not null,
  started_at timestamptz not null,
  last_at timestamptz,
  rooms jsonb,
  room_count int not null default 0,
  out_count int not null default 0,
  photos jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id)
);
create unique index dorm_patrol_once on dorm_patrol (tenant_id, night_date, dorm_id, "by");
create index dorm_patrol_night_date on dorm_patrol (tenant_id, night_date desc, id);
create index dorm_patrol_started_at on dorm_patrol (tenant_id, started_at desc, id);
create index dorm_patrol_dorm_id on dorm_patrol (tenant_id, dorm_id, night_date desc);
create index dorm_patrol_by on dorm_patrol (tenant_id, "by", night_date desc);

-- What a night came to, by building and class; a term is counted from some hundred thousand of these and not from millions of lines.
create table night_count (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  night_date date not null,
  dorm_id uuid not null,
  class_id uuid,
  department_id uuid,
  expected int not null default 0,
  present int not null default 0,
  late int not null default 0,
  absent int not null default 0,
  excused int not null default 0,
  cases int not null default 0,
  afterwards int not null default 0,
  handled int not null default 0,
  handled_minutes int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id)
);
create unique index night_count_once on night_count (tenant_id, night_date, dorm_id, class_id) nulls not distinct;
create index night_count_dorm_id on night_count (tenant_id, dorm_id, night_date);
create index night_count_class_id on night_count (tenant_id, class_id, night_date);
create index night_count_department_id on night_count (tenant_id, department_id, night_date);
