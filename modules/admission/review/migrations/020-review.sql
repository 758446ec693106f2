-- Re-examination within three months of enrolment, and new students who keep their admission.
create table entry_reexamination (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, year int not null, items jsonb,
  state text not null default 'open' check (state in ('open', 'doubt', 'passed', 'unfit', 'failed', 'retained', 'cancelled')),
  due_at timestamptz not null, warn_at timestamptz not null, warned_at timestamptz,
  first_id uuid, second_id uuid, holder_id uuid, held_at timestamptz, judged_at timestamptz,
  hospital text, doc_no text, change_no text, concluded_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, first_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, second_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, holder_id) references sys_user (tenant_id, id),
  check (second_id <> first_id)
);
create unique index entry_reexamination_student on entry_reexamination (tenant_id, student_id);
create index entry_reexamination_due on entry_reexamination (tenant_id, due_at, id);
create index entry_reexamination_open on entry_reexamination (tenant_id, warn_at) where state in ('open', 'doubt') and warned_at is null;

create table admission_retention (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, cause text not null check (cause in ('enlistment', 'illness', 'other')), discharged_on date, until date, reason text not null, proofs jsonb, doc_no text,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index admission_retention_open on admission_retention (tenant_id, student_id) where state in ('pending', 'returned');
create index admission_retention_order on admission_retention (tenant_id, created_at desc, id);
create index admission_retention_until on admission_retention (tenant_id, until, id);
create index admission_retention_student on admission_retention (tenant_id, student_id);
