-- What came of an evaluation: the marks of each counsellor, what they make together, and the grade.
alter table fdy_eval_scheme drop constraint fdy_eval_scheme_stage_check;
alter table fdy_eval_scheme add constraint fdy_eval_scheme_stage_check check (stage in ('scoring', 'grading', 'publicised', 'locked'));

create table fdy_eval_result (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, teacher_id uuid not null, department_id uuid, responses int,
  students_mark numeric(5,2), college_mark numeric(5,2), office_mark numeric(5,2), peers_mark numeric(5,2), self_mark numeric(5,2), workload_mark numeric(5,2), self_words text,
  own_parts jsonb, weight_reason text, weighted_by_id uuid, total numeric(5,2), grade text check (grade in ('excellent', 'competent', 'basic', 'incompetent')), grade_reason text,
  notice_until timestamptz, objection text, objection_state text check (objection_state in ('open', 'upheld', 'dismissed')), objection_answer text,
  state text not null default 'open' check (state in ('open', 'collegeDone', 'publicised', 'final')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references fdy_eval_scheme (tenant_id, id) on delete cascade,
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, weighted_by_id) references sys_user (tenant_id, id),
  -- a mark of students is never kept without the number that makes it a mean of many
  constraint fdy_eval_result_many check (students_mark is null or responses is not null),
  constraint fdy_eval_result_whole check (state = 'open' or (total is not null and grade is not null))
);
create unique index fdy_eval_result_scheme_id_teacher_id_key on fdy_eval_result (tenant_id, scheme_id, teacher_id);
create index fdy_eval_result_total on fdy_eval_result (tenant_id, total desc, id);
create index fdy_eval_result_teacher_id on fdy_eval_result (tenant_id, teacher_id);
create index fdy_eval_result_department_id on fdy_eval_result (tenant_id, department_id);
create index fdy_eval_result_weighted_by_id on fdy_eval_result (tenant_id, weighted_by_id);
create index fdy_eval_result_notice on fdy_eval_result (tenant_id, notice_until) where state = 'publicised';
