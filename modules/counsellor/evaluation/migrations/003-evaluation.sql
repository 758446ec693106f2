-- Rounds in which counsellors are evaluated, and who may answer in them.
create table fdy_eval_scheme (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')), quotas jsonb, notice_workdays int, copied_from text,
  owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  period_from date not null, period_to date not null, parts jsonb not null, indicators jsonb not null, min_responses int not null default 10 check (min_responses >= 5),
  trim_percent int not null default 5 check (trim_percent between 0 and 40), excellent_percent int not null default 20 check (excellent_percent between 0 and 100),
  service_months int not null default 3 check (service_months >= 0), stage text not null default 'scoring' check (stage in ('scoring', 'publicised', 'locked')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time),
  constraint fdy_eval_scheme_period check (period_to >= period_from)
);
create index fdy_eval_scheme_begin_time on fdy_eval_scheme (tenant_id, begin_time desc, id);
create index fdy_eval_scheme_name on fdy_eval_scheme (tenant_id, name);

create table fdy_eval_turnout (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, student_id uuid not null, teacher_id uuid not null, used_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references fdy_eval_scheme (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id)
);
-- Nobody answers twice, whichever counsellor they had.
create unique index fdy_eval_turnout_scheme_id_student_id_key on fdy_eval_turnout (tenant_id, scheme_id, student_id);
create index fdy_eval_turnout_student_id on fdy_eval_turnout (tenant_id, student_id);
create index fdy_eval_turnout_teacher_id on fdy_eval_turnout (tenant_id, teacher_id);

-- What students said: no column for a person, an author or a moment, an id that has no time in it, and rows that are written anew in random order each night and at the end.
create table fdy_eval_answer (
  tenant_id uuid not null references tenant, id uuid not null default gen_random_uuid(),
  scheme_id uuid not null, teacher_id uuid not null, scores jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references fdy_eval_scheme (tenant_id, id) on delete cascade,
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id)
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index fdy_eval_answer_scheme_id on fdy_eval_answer (tenant_id, scheme_id, teacher_id);
