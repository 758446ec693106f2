create table grade_letter (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, score numeric(5, 2) not null check (score between 0 and 100),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index grade_letter_key on grade_letter (tenant_id, name);

create table course_grade (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, xn text not null, xq_m text not null check (xq_m in ('1', '2', '3')), course_no text not null, course_name text not null,
  credit numeric(4, 1) not null check (credit >= 0), score numeric(5, 2) check (score between 0 and 100), letter_id uuid,
  exam_kind text not null default 'normal' check (exam_kind in ('normal', 'makeup', 'retake')), is_required boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, letter_id) references grade_letter (tenant_id, id),
  constraint course_grade_one_form check (score is null or letter_id is null)
);
create unique index course_grade_key on course_grade (tenant_id, student_id, xn, xq_m, course_no, exam_kind);
create index course_grade_xn on course_grade (tenant_id, xn desc, id);
create index course_grade_course on course_grade (tenant_id, xn, xq_m, course_no);
create index course_grade_score on course_grade (tenant_id, score, id);
create index course_grade_letter on course_grade (tenant_id, letter_id) where letter_id is not null;
