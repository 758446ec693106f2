-- Short trips. A row with group_id was registered by the leader of that trip and holds once its student has confirmed.
create table going_out (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  purpose text not null,
  canton_code text not null,
  place text not null,
  out_planned timestamptz not null,
  back_planned timestamptz not null,
  companions text,
  transport text,
  contact_phone text not null,
  group_id uuid,
  confirmed_at timestamptz,
  out_at timestamptz,
  out_way text,
  back_at timestamptz,
  back_way text,
  way_note text,
  last_safe_at timestamptz,
  safe_reports jsonb,
  state text not null,
  late_told text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, group_id) references going_out (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  check (back_planned > out_planned),
  check (out_way in ('gate', 'location', 'leader', 'staff')),
  check (back_way in ('gate', 'location', 'leader', 'staff')),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'registered', 'out', 'overdue', 'back', 'cancelled')),
  -- A student is out once at a time, whoever is faster.
  constraint going_out_apart exclude using gist (tenant_id with =, student_id with =, tstzrange(out_planned, back_planned) with &&)
    where (state in ('pending', 'returned', 'approved', 'registered', 'out', 'overdue'))
);
create index going_out_out_planned on going_out (tenant_id, out_planned desc, id);
create index going_out_back_planned on going_out (tenant_id, back_planned desc, id);
create index going_out_out_at on going_out (tenant_id, out_at desc, id);
create index going_out_back_at on going_out (tenant_id, back_at desc, id);
create index going_out_last_safe_at on going_out (tenant_id, last_safe_at desc, id);
create index going_out_state on going_out (tenant_id, state, out_planned desc);
create index going_out_student_id on going_out (tenant_id, student_id, out_planned desc);
create index going_out_department_id on going_out (tenant_id, department_id, out_planned desc);
create index going_out_class_id on going_out (tenant_id, class_id, out_planned desc);
create index going_out_group_id on going_out (tenant_id, group_id);
create index going_out_canton_code on going_out (tenant_id, canton_code) where state in ('registered', 'out', 'overdue');

create table holiday_plan (
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
  kind text not null default 'short' check (kind in ('short', 'winter', 'summer', 'other')),
  holiday_from date not null,
  holiday_to date not null,
  stay_allowed boolean not null default true,
  stay_needs_approval boolean not null default false,
  reminded_at jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time),
  check (holiday_to >= holiday_from)
);
create index holiday_plan_begin_time on holiday_plan (tenant_id, begin_time desc, id);
create index holiday_plan_end_time on holiday_plan (tenant_id, end_time desc, id);
create index holiday_plan_name on holiday_plan (tenant_id, name, id);
create index holiday_plan_holiday_from on holiday_plan (tenant_id, holiday_from desc, id);
create index holiday_plan_owner on holiday_plan (tenant_id, owner_department_id);

-- One answer of a student to a holiday.
create table holiday_destination (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  choice text not null check (choice in ('stay', 'home', 'travel', 'other')),
  leave_at timestamptz,
  back_planned timestamptz,
  canton_code text,
  address text,
  transport text,
  trip_no text,
  companion text,
  contact_phone text,
  shows_to_companions boolean,
  answered_at timestamptz,
  changed_after_at timestamptz,
  back_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references holiday_plan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  check (choice <> 'stay' or (leave_at is null and back_planned is null and canton_code is null and transport is null and trip_no is null)),
  check (back_planned > leave_at)
);
create unique index holiday_destination_plan_id_student_id_key on holiday_destination (tenant_id, plan_id, student_id);
create index holiday_destination_student_id on holiday_destination (tenant_id, student_id);
create index holiday_destination_class_id on holiday_destination (tenant_id, class_id);
create index holiday_destination_department_id on holiday_destination (tenant_id, department_id);
create index holiday_destination_canton_code on holiday_destination (tenant_id, canton_code);
create index holiday_destination_answered_at on holiday_destination (tenant_id, answered_at desc, id);
create index holiday_destination_leave_at on holiday_destination (tenant_id, leave_at desc, id);
create index holiday_destination_back_planned on holiday_destination (tenant_id, back_planned desc, id);
create index holiday_destination_back_at on holiday_destination (tenant_id, back_at desc, id);

create table area_notice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  canton_code text not null,
  region text,
  question text not null,
  asker_id uuid,
  teacher_id uuid,
  department_id uuid,
  asked_count int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code)
);
create index area_notice_created_at on area_notice (tenant_id, created_at desc, id);
create index area_notice_asker_id on area_notice (tenant_id, asker_id);
create index area_notice_teacher_id on area_notice (tenant_id, teacher_id);
create table area_reply (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  notice_id uuid not null,
  student_id uuid not null,
  reply text not null default 'none' check (reply in ('none', 'safe', 'help')),
  note text,
  replied_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, notice_id) references area_notice (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index area_reply_notice_id_student_id_key on area_reply (tenant_id, notice_id, student_id);
create index area_reply_student_id on area_reply (tenant_id, student_id);
create index area_reply_replied_at on area_reply (tenant_id, replied_at desc, id);
