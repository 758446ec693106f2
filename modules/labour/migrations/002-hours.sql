-- Who was there, and the hours that came of it.
create table labour_attendance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  session_id uuid not null, project_id uuid not null, student_id uuid not null, teacher_id uuid, owner_department_id uuid, sign_line_id uuid, date date not null, sign_in timestamptz, sign_out timestamptz,
  method text not null check (method in ('sign', 'staff')), state text not null check (state in ('present', 'noOut', 'excused', 'absent')), hours numeric(4, 1) not null check (hours >= 0),
  reason text, corrected_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references labour_session (tenant_id, id),
  foreign key (tenant_id, project_id) references labour_project (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, sign_line_id) references sign_line (tenant_id, id)
);
create unique index labour_attendance_session_id_student_id_key on labour_attendance (tenant_id, session_id, student_id);
create index labour_attendance_student_id on labour_attendance (tenant_id, student_id, state, date);
create index labour_attendance_date on labour_attendance (tenant_id, date desc, id);
create index labour_attendance_state on labour_attendance (tenant_id, state, date desc);
create index labour_attendance_project_id on labour_attendance (tenant_id, project_id);
create index labour_attendance_teacher_id on labour_attendance (tenant_id, teacher_id);
create index labour_attendance_owner_department_id on labour_attendance (tenant_id, owner_department_id);
create index labour_attendance_sign_line_id on labour_attendance (tenant_id, sign_line_id);

create table labour_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, course int not null default 0 check (course >= 0), daily int not null default 0 check (daily >= 0), production int not null default 0 check (production >= 0),
  service int not null default 0 check (service >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index labour_account_student_id_key on labour_account (tenant_id, student_id);

create table labour_hours (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('course', 'daily', 'production', 'service')), amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid, student_id uuid not null, occurred_on date not null, title text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references labour_account (tenant_id, id),
  foreign key (tenant_id, reverses_id) references labour_hours (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index labour_hours_source_key on labour_hours (tenant_id, source_type, source_id, source_seq, kind);
create unique index labour_hours_reverses_id_key on labour_hours (tenant_id, reverses_id);
create index labour_hours_account_id on labour_hours (tenant_id, account_id);
create index labour_hours_student_id on labour_hours (tenant_id, student_id, occurred_on desc);
create index labour_hours_occurred_on on labour_hours (tenant_id, occurred_on desc, id);
create index labour_hours_kind on labour_hours (tenant_id, kind, occurred_on desc);
