-- What is required in labour, projects with their sessions, and who takes part.
create table labour_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  education_level text not null, grade int not null, course_hours numeric(4, 1) not null, daily_hours numeric(4, 1) not null, production_hours numeric(4, 1) not null, service_hours numeric(4, 1) not null,
  weeks_per_year int not null default 1, credit numeric(3, 1) not null, minutes_per_hour int not null default 45 check (minutes_per_hour between 30 and 90),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index labour_plan_key on labour_plan (tenant_id, education_level, grade);
create index labour_plan_grade on labour_plan (tenant_id, grade desc, id);

create table labour_project (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  kind text not null default 'practice' check (kind in ('course', 'practice', 'week', 'post')), category text not null default 'service' check (category in ('daily', 'production', 'service')),
  organiser_dept_id uuid not null, teacher_id uuid not null, venue_id uuid, place text, capacity int not null check (capacity > 0), has_waitlist boolean not null default true,
  sessions jsonb not null, hours_cap numeric(5, 1) not null, cancel_before_hours int not null default 24, safety_notice text not null, needs_insurance boolean not null default false, assessment jsonb,
  stage text not null default 'running' check (stage in ('running', 'settled')), enrolled int not null default 0, arrivals int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, organiser_dept_id) references department (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id),
  -- whoever is one too many is refused by the table itself
  constraint labour_project_places check (enrolled between 0 and capacity),
  constraint labour_project_window check (end_time > begin_time)
);
create index labour_project_begin_time on labour_project (tenant_id, begin_time desc, id);
create index labour_project_end_time on labour_project (tenant_id, end_time, id);
create index labour_project_name on labour_project (tenant_id, name, id);
create index labour_project_state on labour_project (tenant_id, state, end_time);
create index labour_project_capacity on labour_project (tenant_id, capacity, id);
create index labour_project_owner_department_id on labour_project (tenant_id, owner_department_id);
create index labour_project_organiser_dept_id on labour_project (tenant_id, organiser_dept_id);
create index labour_project_teacher_id on labour_project (tenant_id, teacher_id);
create index labour_project_venue_id on labour_project (tenant_id, venue_id);

create table labour_session (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  project_id uuid not null, no int not null, starts_at timestamptz not null, ends_at timestamptz not null, hours numeric(4, 1) not null check (hours > 0), sign_task_id text,
  teacher_id uuid, owner_department_id uuid, reminded_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references labour_project (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint labour_session_order check (ends_at > starts_at)
);
create unique index labour_session_project_id_no_key on labour_session (tenant_id, project_id, no);
create index labour_session_starts_at on labour_session (tenant_id, starts_at desc, id);
create index labour_session_teacher_id on labour_session (tenant_id, teacher_id);
create index labour_session_owner_department_id on labour_session (tenant_id, owner_department_id);

create table labour_enrolment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  project_id uuid not null, student_id uuid not null, teacher_id uuid, owner_department_id uuid, grade int, department_id uuid, major_id uuid, class_id uuid, arrival int not null,
  state text not null default 'enrolled' check (state in ('enrolled', 'waiting', 'cancelled', 'absent', 'completed')), enrolled_at timestamptz not null, safety_confirmed_at timestamptz,
  performance numeric(5, 2) check (performance between 0 and 100), report numeric(5, 2) check (report between 0 and 100), score numeric(5, 2) check (score between 0 and 100),
  hours numeric(5, 1), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references labour_project (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
-- A student is in a project once; arrivals are numbered under the lock of the project.
create unique index labour_enrolment_project_id_student_id_key on labour_enrolment (tenant_id, project_id, student_id);
create index labour_enrolment_arrival on labour_enrolment (tenant_id, project_id, state, arrival);
create index labour_enrolment_student_id on labour_enrolment (tenant_id, student_id, state);
create index labour_enrolment_enrolled_at on labour_enrolment (tenant_id, enrolled_at desc, id);
create index labour_enrolment_state on labour_enrolment (tenant_id, state, enrolled_at desc);
create index labour_enrolment_arrival_sort on labour_enrolment (tenant_id, arrival, id);
create index labour_enrolment_score on labour_enrolment (tenant_id, score, id);
create index labour_enrolment_teacher_id on labour_enrolment (tenant_id, teacher_id);
create index labour_enrolment_owner_department_id on labour_enrolment (tenant_id, owner_department_id);
create index labour_enrolment_department_id on labour_enrolment (tenant_id, department_id);
create index labour_enrolment_major_id on labour_enrolment (tenant_id, major_id);
create index labour_enrolment_class_id on labour_enrolment (tenant_id, class_id);
