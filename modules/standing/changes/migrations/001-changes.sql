create sequence status_change_no_seq;
create table change_type (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, national_code text, sort int not null default 100,
  beginner text not null default 'staff' check (beginner in ('student', 'staff', 'document', 'module')),
  from_statuses jsonb not null, to_status text,
  placement text not null default 'none' check (placement in ('none', 'sameGradeMajor', 'sameMajor', 'any')),
  asks_until boolean not null default false, asks_proof boolean not null default false, asks_school boolean not null default false, national_sync boolean not null default false,
  rule text, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index change_type_code_key on change_type (tenant_id, code) where deleted_at is null;
create unique index change_type_name_key on change_type (tenant_id, name) where deleted_at is null;

-- A change of a student's standing, from the application to its effect.
create table status_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  change_no text not null, student_id uuid not null, department_id uuid, class_id uuid,
  type_id uuid not null, reason_code text not null, reason_text text, effective_date date not null, until date, to_class_id uuid, other_school text, ground text, doc_no text, proofs jsonb,
  apply_way text not null default 'self' check (apply_way in ('self', 'staff', 'document', 'import', 'system')),
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  effect_state text not null default 'none' check (effect_state in ('none', 'scheduled', 'effective', 'reversed')),
  effective_at timestamptz, is_transfer boolean not null default false,
  from_status text, to_status text, from_class_id uuid, from_grade_major_id uuid, to_grade_major_id uuid, from_until date, from_graduation date,
  defence text, legal_opinion text, meeting_no text,
  national_sync text not null default 'notNeeded' check (national_sync in ('notNeeded', 'todo', 'done')),
  period text check (period in ('running', 'over', 'closed')), ended_on date, told text,
  consequences jsonb, problem text, wording jsonb, reverses_id uuid, cancel_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, type_id) references change_type (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, to_class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, from_class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, from_grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, to_grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, reverses_id) references status_change (tenant_id, id),
  constraint status_change_effect check ((effect_state in ('effective', 'reversed')) = (effective_at is not null)),
  constraint status_change_scheduled check (effect_state = 'none' or state in ('approved', 'cancelled'))
);
create unique index status_change_change_no_key on status_change (tenant_id, change_no);
-- One open change per student, from whichever desk or phone it comes; a transfer of major waits beside it.
create unique index status_change_one on status_change (tenant_id, student_id, is_transfer) where state in ('pending', 'returned') or (state = 'approved' and effect_state = 'scheduled');
-- What was reversed was reversed once.
create unique index status_change_reverses on status_change (tenant_id, reverses_id) where reverses_id is not null;
create index status_change_created on status_change (tenant_id, created_at desc, id);
create index status_change_effective_date on status_change (tenant_id, effective_date desc, id);
create index status_change_until on status_change (tenant_id, until, id);
create index status_change_effective_at on status_change (tenant_id, effective_at desc, id);
create index status_change_student_id on status_change (tenant_id, student_id, effective_date desc);
create index status_change_department_id on status_change (tenant_id, department_id, created_at desc);
create index status_change_class_id on status_change (tenant_id, class_id, created_at desc);
create index status_change_to_class_id on status_change (tenant_id, to_class_id);
create index status_change_type_id on status_change (tenant_id, type_id, created_at desc);
create index status_change_state on status_change (tenant_id, state, created_at desc);
-- What the clock looks at.
create index status_change_due on status_change (tenant_id, effective_date) where effect_state = 'scheduled';
create index status_change_period on status_change (tenant_id, until) where period in ('running', 'over');
