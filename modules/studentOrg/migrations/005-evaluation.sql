-- Evaluation of those who hold posts: rounds, who is asked, what they said without a name, and what came of it.
create table org_evaluation (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')), quotas jsonb, notice_workdays int, copied_from text,
  owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  org_id uuid not null, students int not null default 40 check (students >= 0), guides int not null default 40 check (guides >= 0), colleagues int not null default 20 check (colleagues >= 0),
  excellent_percent int not null default 20 check (excellent_percent between 0 and 100), stage text not null default 'judging' check (stage in ('judging', 'grading', 'final')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  check (end_time > begin_time),
  constraint org_evaluation_weights check (students + guides + colleagues = 100)
);
create index org_evaluation_begin_time on org_evaluation (tenant_id, begin_time desc, id);
create index org_evaluation_end_time on org_evaluation (tenant_id, end_time, id);
create index org_evaluation_name on org_evaluation (tenant_id, name);
create index org_evaluation_org_id on org_evaluation (tenant_id, org_id);
create index org_evaluation_owner_department_id on org_evaluation (tenant_id, owner_department_id);

create table org_eval_turnout (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  evaluation_id uuid not null, student_id uuid not null, is_colleague boolean not null default false, used_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, evaluation_id) references org_evaluation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index org_eval_turnout_evaluation_id_student_id_key on org_eval_turnout (tenant_id, evaluation_id, student_id);
create index org_eval_turnout_student_id on org_eval_turnout (tenant_id, student_id);

create table org_eval_result (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  evaluation_id uuid not null, org_id uuid not null, appointment_id uuid not null, post_id uuid not null, student_id uuid not null, report text,
  students_mark numeric(5,2), guides_mark numeric(5,2), colleagues_mark numeric(5,2), guide_marks jsonb, total numeric(5,2),
  grade text check (grade in ('excellent', 'competent', 'unfit')), grade_reason text, months int, hearing text,
  state text not null default 'open' check (state in ('open', 'final')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, evaluation_id) references org_evaluation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  foreign key (tenant_id, appointment_id) references org_appointment (tenant_id, id),
  foreign key (tenant_id, post_id) references org_post (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint org_eval_result_whole check (state = 'open' or (grade is not null and months is not null))
);
create unique index org_eval_result_evaluation_id_appointment_id_key on org_eval_result (tenant_id, evaluation_id, appointment_id);
create index org_eval_result_total on org_eval_result (tenant_id, total desc, id);
create index org_eval_result_org_id on org_eval_result (tenant_id, org_id);
create index org_eval_result_appointment_id on org_eval_result (tenant_id, appointment_id);
create index org_eval_result_post_id on org_eval_result (tenant_id, post_id);
create index org_eval_result_student_id on org_eval_result (tenant_id, student_id);

-- What was said of each post: no column for a person or a moment, an id that has no time in it, and rows that are written anew in random order each night and at the end.
create table org_eval_answer (
  tenant_id uuid not null references tenant, id uuid not null default gen_random_uuid(),
  evaluation_id uuid not null, result_id uuid not null, is_colleague boolean not null, mark int not null check (mark between 1 and 5),
  primary key (tenant_id, id),
  foreign key (tenant_id, evaluation_id) references org_evaluation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, result_id) references org_eval_result (tenant_id, id) on delete cascade
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index org_eval_answer_evaluation_id on org_eval_answer (tenant_id, evaluation_id);
create index org_eval_answer_result_id on org_eval_answer (tenant_id, result_id, is_colleague);
