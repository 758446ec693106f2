-- Where each student with a school record is, as far as the school knows: one row each, rewritten by reconciliation only.
create table presence_state (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  dorm_id uuid,
  state text not null default 'unknown' check (state in ('inDorm', 'inSchool', 'outShort', 'onLeave', 'livingOut', 'practice', 'holidayAway', 'overdue', 'notAtSchool', 'unknown')),
  since timestamptz not null,
  confidence text not null default 'low' check (confidence in ('high', 'medium', 'low')),
  is_silent boolean not null default false,
  place_id uuid,
  evidence jsonb,
  next_at timestamptz,
  computed_at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
) with (fillfactor = 70);
create unique index presence_state_student_id on presence_state (tenant_id, student_id);
create index presence_state_since on presence_state (tenant_id, since desc, id);
create index presence_state_class_id on presence_state (tenant_id, class_id);
create index presence_state_department_id on presence_state (tenant_id, department_id);
create index presence_state_state on presence_state (tenant_id, state);
create index presence_state_dorm_id on presence_state (tenant_id, dorm_id);
create index presence_state_place_id on presence_state (tenant_id, place_id) where place_id is not null;
create index presence_state_next_at on presence_state (tenant_id, next_at) where next_at is not null;

-- Only changes are kept, for some months.
create table presence_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  before text,
  state text not null,
  since timestamptz not null,
  at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index presence_change_student_id on presence_change (tenant_id, student_id, at desc);
create index presence_change_at on presence_change (tenant_id, at desc, id);

-- Students whose state has to be found anew; whoever works them off takes them out.
create table presence_touched (
  tenant_id uuid not null references tenant, student_id uuid not null,
  primary key (tenant_id, student_id)
);
