create table ai_test_case (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  question text not null,
  must_cite text,
  must_not_say text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (must_cite is not null or must_not_say is not null)
);
create unique index ai_test_case_question_key on ai_test_case (tenant_id, question);

-- One run of the test set for a version: an address, a model and a prompt.
create table ai_test_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  provider text not null,
  address text not null,
  model text not null,
  prompt_version text not null,
  state text not null default 'running',
  total int not null,
  done int not null default 0,
  correct int not null default 0,
  why text,
  reason text,
  started_by uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (correct <= done)
);
-- settles changes at the same time: a version has one run that counts
create unique index ai_test_run_version on ai_test_run (tenant_id, address, model, prompt_version) where state <> 'past';
create index ai_test_run_started_at on ai_test_run (tenant_id, started_at desc);

create table ai_test_result (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  run_id uuid not null,
  question text not null,
  must_cite text,
  cited text,
  verdict text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references ai_test_run (tenant_id, id) on delete cascade
);
create unique index ai_test_result_question_key on ai_test_result (tenant_id, run_id, question);
