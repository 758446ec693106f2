-- The student record, its children and its history. Department, major, campus and grade are copies of class or
-- grade-major, kept for indexing and data scope.
create table student (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_no text, name text not null, gender_code text not null,
  grade int not null, department_id uuid not null, major_id uuid not null, grade_major_id uuid not null, class_id uuid, campus_id uuid not null,
  status text not null, status_until date,
  ksh text, id_type text not null, id_no text not null, id_no_hash text not null, birth_date date not null,
  ethnicity_code text, political_code text, nationality_code text, name_pinyin text, former_name text,
  native_canton text, source_canton text, health_code text,
  level text not null, duration numeric(2,1) not null, study_form text, category text, enrol_mode text, enrol_date date, expected_graduation date,
  phone text, email text, home_canton text, home_address text, postcode text, hukou_address text, hukou_moved boolean,
  emergency_name text, emergency_phone text, person_id uuid not null,
  -- Derived, so that lists can filter and order by them and no writer can forget them.
  completeness int generated always as (num_nonnulls(id_no, birth_date, ethnicity_code, political_code, nationality_code, native_canton, source_canton, ksh, class_id, study_form,
    category, enrol_mode, enrol_date, expected_graduation, phone, home_canton, home_address, hukou_address, emergency_name, emergency_phone) * 5) stored,
  has_record boolean generated always as (status in ('active', 'suspended', 'retained')) stored,
  is_at_school boolean generated always as (status = 'active') stored,
  -- Empty once the student has ended: counsellors and head teachers reach a row through it, and lose it at once.
  counselled_class_id uuid generated always as (case when status in ('preEnrolled', 'reserved', 'active', 'suspended', 'retained') then class_id end) stored,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, native_canton) references canton (tenant_id, code),
  foreign key (tenant_id, source_canton) references canton (tenant_id, code),
  foreign key (tenant_id, home_canton) references canton (tenant_id, code),
  constraint student_status_known check (status in ('preEnrolled', 'reserved', 'active', 'suspended', 'retained', 'graduated', 'completed', 'incomplete',
    'withdrawn', 'transferredOut', 'expelled', 'cancelled', 'notReported', 'deceased')),
  constraint student_dates check (expected_graduation > enrol_date)
);
-- A number is unique for all time: rows taken away keep theirs.
create unique index student_student_no_key on student (tenant_id, student_no);
-- One human being has at most one running school record.
create unique index student_id_no_key on student (tenant_id, id_no_hash) where status in ('active', 'suspended', 'retained') and deleted_at is null;
create index student_id_no on student (tenant_id, id_no_hash);
-- Lists stand in order of the number; what the keyword searches lies in the index, so that counting hits touches no row.
create index student_list on student (tenant_id, student_no) include (id, name, name_pinyin, ksh, department_id, status) where deleted_at is null;
create index student_department on student (tenant_id, department_id, student_no) include (id, name, name_pinyin, ksh, status) where deleted_at is null;
create index student_counselled_class on student (tenant_id, counselled_class_id, student_no) include (id, name, name_pinyin, ksh, status) where deleted_at is null;
create index student_class on student (tenant_id, class_id, student_no) where deleted_at is null;
create index student_grade_major on student (tenant_id, grade_major_id, student_no) where deleted_at is null;
create index student_major on student (tenant_id, major_id, student_no) where deleted_at is null;
create index student_completeness on student (tenant_id, completeness, student_no) where deleted_at is null;
create index student_person on student (tenant_id, person_id);
create index student_ksh on student (tenant_id, ksh) where ksh is not null;

alter table stu_class add constraint stu_class_monitor foreign key (tenant_id, monitor_id) references student (tenant_id, id);

create table family_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, relation text not null, name text not null, phone text, employer text, occupation text, is_guardian boolean not null default false, income_yearly bigint,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index family_member_key on family_member (tenant_id, student_id, relation, name);

create table study_experience (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, "from" date not null, "to" date not null, school text not null, witness text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  check ("to" >= "from")
);
create unique index study_experience_key on study_experience (tenant_id, student_id, "from");

-- Half-open spans [from, to) of class and standing. Each repeats what statistics count by, so that the figure of a past
-- day stays what it was. created_at says when a span became known: one dated before that day is a back-dated change.
create table class_history (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, "from" date not null, "to" date, status text not null,
  class_id uuid, grade_major_id uuid not null, major_id uuid not null, department_id uuid not null, campus_id uuid not null, grade int not null, level text not null,
  gender_code text not null, ethnicity_code text, political_code text, source_canton text, birth_date date not null, cause text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check ("to" > "from"), check (cause in ('enrolled', 'statusChanged', 'classChanged', 'infoChanged')),
  check (status in ('preEnrolled', 'reserved', 'active', 'suspended', 'retained', 'graduated', 'completed', 'incomplete',
    'withdrawn', 'transferredOut', 'expelled', 'cancelled', 'notReported', 'deceased')),
  constraint class_history_apart exclude using gist (tenant_id with =, student_id with =, daterange("from", "to") with &&)
);
create index class_history_student on class_history (tenant_id, student_id, "from");
create index class_history_department on class_history (tenant_id, department_id, "from");
create index class_history_class on class_history (tenant_id, class_id, "from");
