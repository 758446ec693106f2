-- How students stand against what is required, and what they declare themselves.
create table labour_grade (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, plan_id uuid not null, score numeric(5, 2) check (score between 0 and 100), is_given boolean not null default false,
  grade text check (grade in ('excellent', 'good', 'fair', 'pass', 'fail')), course_gap numeric(5, 1), daily_gap numeric(5, 1), production_gap numeric(5, 1), service_gap numeric(5, 1), weeks_gap int,
  is_met boolean not null default false, credit numeric(3, 1) not null default 0, department_id uuid, major_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, plan_id) references labour_plan (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index labour_grade_student_id_plan_id_key on labour_grade (tenant_id, student_id, plan_id);
create index labour_grade_plan_id on labour_grade (tenant_id, plan_id, is_met);
create index labour_grade_is_met on labour_grade (tenant_id, is_met, student_id);
create index labour_grade_grade on labour_grade (tenant_id, grade, student_id);
create index labour_grade_score on labour_grade (tenant_id, score, id);
create index labour_grade_department_id on labour_grade (tenant_id, department_id);
create index labour_grade_major_id on labour_grade (tenant_id, major_id);
create index labour_grade_class_id on labour_grade (tenant_id, class_id);

create table labour_self_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, date date not null, "where" text not null check ("where" in ('dormitory', 'family', 'community')),
  category text not null check (category in ('daily', 'production', 'service')), minutes int not null check (minutes between 30 and 600), what text not null, photos jsonb not null,
  hours numeric(4, 1) not null, state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create index labour_self_record_created_at on labour_self_record (tenant_id, created_at desc, id);
create index labour_self_record_student_id on labour_self_record (tenant_id, student_id, date);
create index labour_self_record_date on labour_self_record (tenant_id, date, id);
create index labour_self_record_state on labour_self_record (tenant_id, state, created_at desc);
create index labour_self_record_category on labour_self_record (tenant_id, category, created_at desc);
create index labour_self_record_department_id on labour_self_record (tenant_id, department_id);
create index labour_self_record_class_id on labour_self_record (tenant_id, class_id);
