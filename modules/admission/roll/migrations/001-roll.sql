-- Who is admitted in a year. The id is that of the student's record, written in the same transaction.
create table admitted_student (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid generated always as (id) stored,
  year int not null, ksh text not null, name text not null, gender_code text not null,
  id_type text not null, id_no text not null, id_no_hash text not null, birth_date date not null, ethnicity_code text, political_code text,
  grade_major_id uuid not null, level text, duration numeric(2,1), department_id uuid, source_canton text not null,
  school_before text, category text, batch text, plan_nature text, total_score numeric(6,2), subject_scores text,
  recipient text, address text, phone text not null, guardian_phone text,
  source text not null default 'manual' check (source in ('province', 'dzks', 'manual')),
  state text not null default 'imported'
    check (state in ('imported', 'intended', 'declined', 'late', 'arrived', 'reviewed', 'enrolled', 'reserved', 'notReported', 'disqualified')),
  answered_at timestamptz, decline_reason text, statement jsonb, late_until date, arrived_at timestamptz,
  has_letter boolean not null default false, has_id_document boolean not null default false, has_archive boolean not null default false,
  review_note text, reviewed_by uuid, enrolled_on date, person_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, source_canton) references canton (tenant_id, code),
  foreign key (tenant_id, reviewed_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create unique index admitted_student_ksh on admitted_student (tenant_id, year, ksh);
-- Nobody is admitted twice in a year.
create unique index admitted_student_id_no on admitted_student (tenant_id, year, id_no_hash);
create index admitted_student_order on admitted_student (tenant_id, year desc, ksh, id);
create index admitted_student_major on admitted_student (tenant_id, grade_major_id);
create index admitted_student_department on admitted_student (tenant_id, department_id, year desc, ksh);
create index admitted_student_state on admitted_student (tenant_id, year, state);

-- How the files of a province name their columns and majors.
create table roll_map (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, province text, columns text not null, majors text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, province) references canton (tenant_id, code)
);
create unique index roll_map_name on roll_map (tenant_id, name);
