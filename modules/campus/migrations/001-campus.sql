-- Places, organisation, people, calendar and regions. Histories that may not overlap are held by exclusion
-- constraints, so that two officers in the same second cannot both win.
create extension if not exists btree_gist;

-- Every code of GB/T 2260 there ever was: abolished ones stay, because old identity numbers carry them.
create table canton (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, level text not null, parent_code text, full_name text, pinyin text,
  valid_from date, valid_to date, replaced_by text, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint canton_code_key unique (tenant_id, code),
  constraint canton_parent foreign key (tenant_id, parent_code) references canton (tenant_id, code) deferrable initially deferred,
  constraint canton_successor foreign key (tenant_id, replaced_by) references canton (tenant_id, code) deferrable initially deferred,
  check (level in ('province', 'city', 'area')), check (code ~ '^\d{6}$'), check (valid_to >= valid_from)
);
create index canton_children on canton (tenant_id, parent_code);

create table person (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  id_type text not null, id_no text not null, id_no_hash text not null, name text not null, birth_date date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index person_id_type_id_no_key on person (tenant_id, id_type, id_no_hash);
create index person_name on person (tenant_id, name);

create table campus (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, address text, canton_code text, lng numeric(9,6), lat numeric(9,6), geo_radius int, phone text, sort int default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  check ((lng is null) = (lat is null)), check (geo_radius between 50 and 5000)
);
create unique index campus_code_key on campus (tenant_id, code);

create table department (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, short_name text, parent_id uuid, dept_type text not null, campus_id uuid, leader_id uuid, student_affairs_lead_id uuid, phone text, sort int default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references department (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check (parent_id is distinct from id)
);
create unique index department_code_key on department (tenant_id, code);
create index department_parent on department (tenant_id, parent_id);

create table building (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, campus_id uuid not null, usage text not null, floors int not null, basements int, lng numeric(9,6), lat numeric(9,6), manager_id uuid, is_enabled boolean not null default true,
  closed_from date, closed_to date, closed_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check ((lng is null) = (lat is null)), check (floors between 1 and 60), check (basements between 0 and 5), check (closed_to >= closed_from)
);
create unique index building_code_key on building (tenant_id, code);
create index building_campus on building (tenant_id, campus_id);
create index building_manager on building (tenant_id, manager_id);

create table venue (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, campus_id uuid not null, building_id uuid, floor int, type text not null, capacity int not null, exam_seats int, exam_layout text, department_id uuid, bookable boolean not null default true, is_enabled boolean not null default true,
  closed_from date, closed_to date, closed_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  check (capacity >= 1), check (exam_seats between 0 and capacity), check (floor between -5 and 60), check (closed_to >= closed_from)
);
create unique index venue_code_key on venue (tenant_id, code);
create index venue_campus on venue (tenant_id, campus_id);
create index venue_building on venue (tenant_id, building_id);
create index venue_department on venue (tenant_id, department_id);

create table teacher (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  staff_no text not null, person_id uuid not null, name text not null, gender_code text not null, id_type text not null, id_no text not null, id_no_hash text not null,
  birth_date date, ethnicity_code text, political_code text, department_id uuid not null, campus_id uuid, staff_category text not null, title text, duty text,
  phone text not null, email text, office_venue_id uuid, hire_date date, photo_id jsonb, status text not null default 'active',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, office_venue_id) references venue (tenant_id, id),
  check (status in ('active', 'onLeave', 'retired', 'left'))
);
create unique index teacher_staff_no_key on teacher (tenant_id, staff_no);
create unique index teacher_id_type_id_no_key on teacher (tenant_id, id_type, id_no_hash);
create index teacher_person on teacher (tenant_id, person_id);
create index teacher_department on teacher (tenant_id, department_id, staff_no);
create index teacher_name on teacher (tenant_id, name);

alter table department add foreign key (tenant_id, leader_id) references teacher (tenant_id, id);
alter table department add foreign key (tenant_id, student_affairs_lead_id) references teacher (tenant_id, id);
alter table building add foreign key (tenant_id, manager_id) references teacher (tenant_id, id);

create table major (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, short_name text, national_code text, department_id uuid not null, level text not null, duration numeric(2,1) not null, max_years numeric(3,1) not null, degree_code text, parent_major_id uuid, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, parent_major_id) references major (tenant_id, id),
  check (national_code ~ '^\d+[TK]{0,2}$'), check (max_years >= duration), check (parent_major_id is distinct from id)
);
create unique index major_code_key on major (tenant_id, code);
create index major_department on major (tenant_id, department_id);

-- Department, length and level as they were for that entry year: a major that moves later changes nothing here.
create table grade_major (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, grade int not null, major_id uuid not null, department_id uuid not null, duration numeric(2,1) not null, level text not null, campus_id uuid not null, planned int, programme_code text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id)
);
create unique index grade_major_grade_major_id_key on grade_major (tenant_id, grade, major_id);
create index grade_major_department on grade_major (tenant_id, department_id, grade);
create index grade_major_major on grade_major (tenant_id, major_id);

-- grade, major and department are copies of the grade-major, kept for indexing and data scope.
create table stu_class (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  class_no text not null, name text not null, grade_major_id uuid not null, grade int not null, major_id uuid not null, department_id uuid not null, campus_id uuid not null,
  capacity int not null, start_date date not null, expected_end date not null, monitor_id uuid, state text not null default 'active',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check (capacity between 1 and 200), check (expected_end > start_date), check (state in ('planned', 'active', 'ended'))
);
create unique index stu_class_class_no_key on stu_class (tenant_id, class_no);
create unique index stu_class_name_key on stu_class (tenant_id, name);
create index stu_class_grade_major on stu_class (tenant_id, grade_major_id);
create index stu_class_department on stu_class (tenant_id, department_id, grade desc, class_no);
create index stu_class_major on stu_class (tenant_id, major_id);
create index stu_class_campus on stu_class (tenant_id, campus_id);

-- Half-open spans [start, end). One primary counsellor and one head teacher per class on any day.
create table class_staff (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  class_id uuid not null, teacher_id uuid not null, role text not null, start_date date not null, end_date date, is_primary boolean not null default true, doc_no text, reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  check (role in ('fdy', 'bzr')), check (end_date >= start_date),
  constraint class_staff_one_primary exclude using gist (tenant_id with =, class_id with =, role with =, daterange(start_date, end_date) with &&) where (is_primary or role = 'bzr'),
  constraint class_staff_same_person exclude using gist (tenant_id with =, class_id with =, teacher_id with =, role with =, daterange(start_date, end_date) with &&)
);
create index class_staff_class on class_staff (tenant_id, class_id, role, start_date);
create index class_staff_teacher on class_staff (tenant_id, teacher_id, role, start_date);

create table school_year (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null, start_date date not null, end_date date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint school_year_xn_key unique (tenant_id, xn),
  check (xn ~ '^\d{4}-\d{4}$'), check (end_date > start_date),
  constraint school_year_apart exclude using gist (tenant_id with =, daterange(start_date, end_date, '[]') with &&)
);

-- The current term is the latest one whose switch_date has come; no column says "current".
create table term (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null, xq_m text not null, name text not null, week1_start date not null, weeks int not null, start_date date not null, end_date date not null, switch_date date not null, register_from date, register_to date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, xn) references school_year (tenant_id, xn),
  check (xq_m in ('1', '2', '3')), check (weeks between 1 and 30), check (end_date > start_date), check (register_to >= register_from),
  constraint term_apart exclude using gist (tenant_id with =, daterange(start_date, end_date, '[]') with &&)
);
create unique index term_xn_xq_m_key on term (tenant_id, xn, xq_m);
create unique index term_switch_date_key on term (tenant_id, switch_date);

create table calendar_day (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  date date not null, xn text not null, xq_m text, week_no int, day_type text not null, as_weekday int, name text, reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, xn) references school_year (tenant_id, xn),
  check (xq_m in ('1', '2', '3')), check (day_type in ('teaching', 'weekend', 'holiday', 'makeup', 'exam', 'vacation')),
  check ((day_type = 'makeup') = (as_weekday is not null)), check (as_weekday between 1 and 7)
);
create unique index calendar_day_date_key on calendar_day (tenant_id, date);
create index calendar_day_term on calendar_day (tenant_id, xn, xq_m, date);
