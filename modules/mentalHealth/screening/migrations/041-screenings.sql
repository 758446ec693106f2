-- Screenings, who has responded, and what came of it.
create table mh_screening (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')), quotas jsonb, notice_workdays int, copied_from text,
  owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  scale_ids jsonb not null, consent_text text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint mh_screening_window check (end_time > begin_time)
);
create index mh_screening_begin_time on mh_screening (tenant_id, begin_time desc, id);
create index mh_screening_end_time on mh_screening (tenant_id, end_time, id);
create index mh_screening_name on mh_screening (tenant_id, name, id);
create index mh_screening_owner_department_id on mh_screening (tenant_id, owner_department_id);

create table mh_turnout (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  screening_id uuid not null, student_id uuid not null, said text check (said in ('answered', 'refused')), consent_id uuid,
  guardian_state text check (guardian_state in ('sent', 'agreed', 'refused')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, screening_id) references mh_screening (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, consent_id) references guardian_consent (tenant_id, id)
);
create unique index mh_turnout_screening_id_student_id_key on mh_turnout (tenant_id, screening_id, student_id);
create index mh_turnout_student_id on mh_turnout (tenant_id, student_id);
create index mh_turnout_consent_id on mh_turnout (tenant_id, consent_id);

create table mh_result (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  screening_id uuid not null, student_id uuid not null, scale_id uuid not null, source text not null default 'online' check (source in ('online', 'import')), consent_at timestamptz not null,
  answers text, answers_hash text, total numeric(7,2), factor numeric(7,2), positives int, is_risk boolean not null default false, dimension_scores jsonb, seconds int,
  is_invalid boolean not null default false, fault text check (fault in ('tooFast', 'straightLine')), proposed_level text check (proposed_level in ('1', '2', '3', '4')),
  confirmed_level text check (confirmed_level in ('1', '2', '3', '4')), confirmed_by_id uuid, confirmed_at timestamptz, dismiss_reason text, dismiss_reason_hash text,
  state text not null default 'fine' check (state in ('fine', 'toInterview', 'retest', 'confirmed', 'dismissed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, screening_id) references mh_screening (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, scale_id) references mh_scale (tenant_id, id),
  foreign key (tenant_id, confirmed_by_id) references sys_user (tenant_id, id),
  -- 50-MH14: what is not scored has no total
  check (not is_invalid or total is null)
);
create unique index mh_result_screening_id_student_id_scale_id_key on mh_result (tenant_id, screening_id, student_id, scale_id);
create index mh_result_student_id on mh_result (tenant_id, student_id);
create index mh_result_scale_id on mh_result (tenant_id, scale_id);
create index mh_result_confirmed_by_id on mh_result (tenant_id, confirmed_by_id);
