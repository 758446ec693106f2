-- Surveys, their versions, who is asked, and what they answered.
create table survey (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  intro text, thanks text, kind text not null default 'survey' check (kind in ('survey', 'form', 'vote')),
  anonymity text not null default 'named' check (anonymity in ('named', 'confidential', 'anonymous')), editable boolean not null default false, quota int check (quota > 0),
  strata jsonb, kept_strata jsonb, analyst_ids jsonb, purpose_text text, delete_after date, version_no int not null default 1, owner_id uuid, teacher_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  constraint survey_window check (end_time > begin_time)
);
create index survey_begin_time on survey (tenant_id, begin_time desc, id);
create index survey_end_time on survey (tenant_id, end_time, id);
create index survey_name on survey (tenant_id, name, id);
create index survey_state on survey (tenant_id, state, end_time);
create index survey_owner_department_id on survey (tenant_id, owner_department_id);
create index survey_owner_id on survey (tenant_id, owner_id);
create index survey_teacher_id on survey (tenant_id, teacher_id);

create table survey_version (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  survey_id uuid not null, no int not null check (no > 0), questions jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, survey_id) references survey (tenant_id, id) on delete cascade
);
create unique index survey_version_survey_id_no_key on survey_version (tenant_id, survey_id, no);

-- Who is asked. Made at the publication, so that of an anonymous survey no row tells when it was used but by its day.
create table survey_ticket (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  survey_id uuid not null, respondent_type text not null check (respondent_type in ('user', 'guardian')), respondent_id text not null, student_id uuid, used_on date, draft jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, survey_id) references survey (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- Two tabs: one of them finds the ticket unused.
create unique index survey_ticket_survey_id_respondent_type_respondent_id_key on survey_ticket (tenant_id, survey_id, respondent_type, respondent_id);
create index survey_ticket_respondent on survey_ticket (tenant_id, respondent_id, respondent_type);
create index survey_ticket_student_id on survey_ticket (tenant_id, student_id, survey_id);

create table survey_answer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  survey_id uuid not null, version_no int not null, respondent_type text not null check (respondent_type in ('user', 'guardian')), respondent_id text not null, student_id uuid,
  strata jsonb, answers jsonb not null, attachments jsonb, seconds int, channel text, submitted_at timestamptz not null, flags jsonb, is_valid boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, survey_id) references survey (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index survey_answer_survey_id_respondent_type_respondent_id_key on survey_answer (tenant_id, survey_id, respondent_type, respondent_id);
create index survey_answer_student_id on survey_answer (tenant_id, student_id);

-- Anonymous answers: no column for a person, an author or a moment, an id that has no time in it, and rows that are written anew in random order each night and at the end.
create table survey_anonymous_answer (
  tenant_id uuid not null references tenant, id uuid not null default gen_random_uuid(),
  survey_id uuid not null, version_no int not null, strata jsonb, answers jsonb not null, channel text, flags jsonb, is_valid boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, survey_id) references survey (tenant_id, id) on delete cascade
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index survey_anonymous_answer_survey_id on survey_anonymous_answer (tenant_id, survey_id);

-- What was answered, whoever did: what results are counted from.
create view survey_result with (security_invoker = true) as
  select tenant_id, id, survey_id, version_no, strata, answers, seconds, flags, is_valid from survey_answer
  union all select tenant_id, id, survey_id, version_no, strata, answers, null, flags, is_valid from survey_anonymous_answer;
