-- What is asked. Its dates are made some days ahead and stand in sign_occurrence.
create table sign_task (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null,
  name text not null,
  xn text,
  xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null,
  end_time timestamptz not null,
  audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb,
  notice_workdays int,
  copied_from text,
  owner_department_id uuid,
  state_note text,
  published_at timestamptz,
  audience_count int,
  publisher jsonb,
  kind text not null default 'meeting' check (kind in ('general', 'meeting', 'class', 'activity', 'dorm')),
  direction text not null default 'in' check (direction in ('in', 'inOut')),
  source_type text,
  source_id text,
  repeat text not null default 'once' check (repeat in ('once', 'daily', 'weekly')),
  weekdays jsonb,
  skips_holidays boolean default true,
  open_time time,
  late_time time,
  close_time time,
  ways jsonb not null,
  way_rule text not null default 'any' check (way_rule in ('any', 'all')),
  fences jsonb,
  photo_rule text default 'none' check (photo_rule in ('none', 'live')),
  makeup_hours int default 24,
  exempt boolean not null default true,
  counts_for_evidence boolean default false,
  remind_at jsonb,
  owner_id uuid,
  teacher_id uuid,
  made_until date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time),
  check (open_time is null or close_time is null or open_time <> close_time)
);
create index sign_task_begin_time on sign_task (tenant_id, begin_time desc, id);
create index sign_task_end_time on sign_task (tenant_id, end_time desc, id);
create index sign_task_name on sign_task (tenant_id, name, id);
create index sign_task_owner on sign_task (tenant_id, owner_id);
create index sign_task_department on sign_task (tenant_id, owner_department_id);
create index sign_task_running on sign_task (tenant_id, end_time) where state in ('published', 'paused');
create unique index sign_task_source on sign_task (tenant_id, source_type, source_id) where source_id is not null and state <> 'cancelled';

-- One date of a task. The counts are written when it closes, and again whenever a line changes afterwards.
create table sign_occurrence (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  task_id uuid not null,
  date date not null,
  opens_at timestamptz not null,
  late_at timestamptz,
  closes_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'open', 'closed', 'settled')),
  snapshot_count int,
  signed_count int,
  late_count int,
  absent_count int,
  excused_count int,
  made_up_count int,
  closed_at timestamptz,
  settled_at timestamptz,
  reminded jsonb,
  secret text default gen_random_uuid()::text || gen_random_uuid()::text,
  owner_id uuid,
  teacher_id uuid,
  department_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references sign_task (tenant_id, id),
  check (closes_at > opens_at)
);
-- Two clocks that make the same dates make each once.
create unique index sign_occurrence_task on sign_occurrence (tenant_id, task_id, date);
create index sign_occurrence_opens_at on sign_occurrence (tenant_id, opens_at desc, id);
create index sign_occurrence_closes_at on sign_occurrence (tenant_id, closes_at desc, id);
create index sign_occurrence_date on sign_occurrence (tenant_id, date desc, id);
create index sign_occurrence_due on sign_occurrence (tenant_id, state, opens_at) where state <> 'settled';
create index sign_occurrence_owner on sign_occurrence (tenant_id, owner_id, date);
create index sign_occurrence_department on sign_occurrence (tenant_id, department_id, date);

-- A phone of a student. The slot keeps the number of phones down, however many try at once.
create table device_binding (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null,
  student_id uuid not null,
  device_key text not null,
  name text,
  slot int not null check (slot between 1 and 5),
  bound_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index device_binding_slot on device_binding (tenant_id, user_id, slot) where ended_at is null;
create unique index device_binding_key on device_binding (tenant_id, user_id, device_key) where ended_at is null;
create index device_binding_student_id on device_binding (tenant_id, student_id);
create index device_binding_bound_at on device_binding (tenant_id, bound_at desc, id);

-- What became of one student on one date: thirty thousand rows a day in a large school. Signing writes only columns that no index has, so that a rush of it stays cheap.
create table sign_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  occurrence_id uuid not null,
  student_id uuid not null,
  class_id uuid,
  department_id uuid,
  date date not null,
  state text not null default 'pending' check (state in ('pending', 'signed', 'late', 'absent', 'excused', 'madeUp', 'voided')),
  signed_at timestamptz,
  out_at timestamptz,
  way text check (way in ('qr', 'number', 'location', 'photo', 'staff', 'several')),
  excuse text check (excuse in ('leave', 'presence', 'left', 'staff')),
  lat numeric(9, 6),
  lng numeric(9, 6),
  accuracy int,
  device_id uuid,
  flags jsonb,
  flag_state text check (flag_state in ('open', 'cleared', 'confirmed')),
  changed_by uuid,
  reason text,
  reminded_at timestamptz,
  tries int,
  tried_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, occurrence_id) references sign_occurrence (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
) with (fillfactor = 80);
-- 20-SA2: one line of a student on a date, whoever is faster.
create unique index sign_line_once on sign_line (tenant_id, occurrence_id, student_id);
create index sign_line_student_id on sign_line (tenant_id, student_id, date desc);
create index sign_line_class_id on sign_line (tenant_id, class_id, date);
create index sign_line_department_id on sign_line (tenant_id, department_id, date);
create index sign_line_date on sign_line (tenant_id, date desc, id);
create index sign_line_flagged on sign_line (tenant_id, occurrence_id) where flag_state = 'open';
create index sign_line_missing on sign_line (tenant_id, date, student_id) where state in ('absent', 'voided');

-- 20-SA7: whom a phone signed for first on a date; everybody after that is marked. No foreign key: its lock on the date, taken after the line's, would cross the way of whoever ends the date.
create table sign_device (
  tenant_id uuid not null references tenant, occurrence_id uuid not null, device_key text not null, student_id uuid not null,
  primary key (tenant_id, occurrence_id, device_key)
);

create table sign_photo (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  line_id uuid not null,
  student_id uuid not null,
  photo jsonb not null,
  print text,
  taken_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references sign_line (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index sign_photo_line on sign_photo (tenant_id, line_id);
create index sign_photo_taken_at on sign_photo (tenant_id, taken_at desc, id);
create index sign_photo_student_id on sign_photo (tenant_id, student_id);
create index sign_photo_print on sign_photo (tenant_id, print);

create table sign_makeup (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  line_id uuid not null,
  student_id uuid not null,
  class_id uuid,
  department_id uuid,
  task_name text,
  date date,
  reason text not null,
  proof jsonb,
  decider_ids jsonb,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references sign_line (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- One make-up of a line at a time, and none after one was granted.
create unique index sign_makeup_running on sign_makeup (tenant_id, line_id) where state in ('pending', 'returned', 'approved');
create index sign_makeup_date on sign_makeup (tenant_id, date desc, id);
create index sign_makeup_student_id on sign_makeup (tenant_id, student_id, date desc);
create index sign_makeup_class_id on sign_makeup (tenant_id, class_id, date desc);
create index sign_makeup_department_id on sign_makeup (tenant_id, department_id, date desc);
