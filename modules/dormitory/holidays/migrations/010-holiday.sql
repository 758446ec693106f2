create sequence holiday_stay_no_seq;
-- Who stays at school over a holiday, asked for, answered plainly, or entered by whoever organises work.
create table holiday_stay (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stay_no text not null default 'LX' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('holiday_stay_no_seq') % 1000000)::text, 5, '0'),
  destination_id uuid not null,
  plan_id uuid not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  dorm_id uuid,
  source text not null default 'apply' check (source in ('apply', 'plain', 'list')),
  "from" date not null,
  "to" date not null,
  reason text not null,
  detail text,
  guardian_name text,
  guardian_phone text,
  guardian_agreed boolean,
  lodging text not null default 'ownBed' check (lodging in ('ownBed', 'central')),
  commitment text not null,
  duty_teacher_id uuid,
  stay_id uuid,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'revoked')),
  approved_at timestamptz,
  revoke_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, destination_id) references holiday_destination (tenant_id, id),
  foreign key (tenant_id, plan_id) references holiday_plan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, stay_id) references dorm_stay (tenant_id, id),
  check ("to" >= "from")
);
create unique index holiday_stay_stay_no_key on holiday_stay (tenant_id, stay_no);
-- Nobody asks twice, from whichever phone.
create unique index holiday_stay_one on holiday_stay (tenant_id, destination_id) where state in ('pending', 'returned', 'approved');
create index holiday_stay_from on holiday_stay (tenant_id, "from" desc, id);
create index holiday_stay_to on holiday_stay (tenant_id, "to" desc, id);
create index holiday_stay_state on holiday_stay (tenant_id, state, "from" desc);
create index holiday_stay_destination_id on holiday_stay (tenant_id, destination_id);
create index holiday_stay_plan_id on holiday_stay (tenant_id, plan_id, state);
create index holiday_stay_student_id on holiday_stay (tenant_id, student_id, "from" desc);
create index holiday_stay_department_id on holiday_stay (tenant_id, department_id, "from" desc);
create index holiday_stay_class_id on holiday_stay (tenant_id, class_id, "from" desc);
create index holiday_stay_dorm_id on holiday_stay (tenant_id, dorm_id, "from" desc);
create index holiday_stay_duty_teacher_id on holiday_stay (tenant_id, duty_teacher_id);
create index holiday_stay_stay_id on holiday_stay (tenant_id, stay_id) where stay_id is not null;

-- When somebody left for a holiday; once for each answer.
create table holiday_departure (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  destination_id uuid not null,
  plan_id uuid not null,
  student_id uuid not null,
  class_id uuid,
  dorm_id uuid,
  room_id uuid,
  departed_at timestamptz not null,
  way text not null check (way in ('gate', 'scan', 'manual')),
  room_safe jsonb,
  photos jsonb,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, destination_id) references holiday_destination (tenant_id, id),
  foreign key (tenant_id, plan_id) references holiday_plan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index holiday_departure_destination_id_key on holiday_departure (tenant_id, destination_id);
create index holiday_departure_departed_at on holiday_departure (tenant_id, departed_at desc, id);
create index holiday_departure_plan_id on holiday_departure (tenant_id, plan_id, departed_at desc);
create index holiday_departure_student_id on holiday_departure (tenant_id, student_id);
create index holiday_departure_class_id on holiday_departure (tenant_id, class_id, departed_at desc);
create index holiday_departure_dorm_id on holiday_departure (tenant_id, dorm_id, departed_at desc);
create index holiday_departure_room_id on holiday_departure (tenant_id, room_id);

-- Who should be back and is not, once for each answer, until somebody knows where they are.
create table holiday_overdue (
  tenant_id uuid not null references tenant, destination_id uuid not null,
  opened_at timestamptz not null default now(),
  handling text not null default 'open' check (handling in ('open', 'reached', 'withFamily', 'hospital', 'parentInformed', 'notFound', 'explained')),
  note text,
  next_step text,
  handled_at timestamptz,
  handled_by uuid,
  -- How far it has been carried: the counsellor, the college, the officer on duty.
  escalation int not null default 0 check (escalation between 0 and 2),
  primary key (tenant_id, destination_id),
  foreign key (tenant_id, destination_id) references holiday_destination (tenant_id, id)
);
