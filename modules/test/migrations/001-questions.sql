-- Banks of questions, the questions, their reviewed versions, and papers.
create table question_bank (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, category text not null, department_id uuid, editor_ids jsonb, owner_id uuid, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id)
);
create unique index question_bank_code_key on question_bank (tenant_id, code);
create index question_bank_department_id on question_bank (tenant_id, department_id);
create index question_bank_owner_id on question_bank (tenant_id, owner_id);

create table test_question (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  bank_id uuid not null, no text not null, type text not null check (type in ('single', 'multi', 'judge', 'blank', 'order', 'match', 'short', 'essay')),
  stem text not null, options text, answer text, tolerance numeric(12, 4), score numeric(5, 1) not null default 1, difficulty int not null default 3 check (difficulty between 1 and 5),
  topics jsonb, explanation text, state text not null default 'draft' check (state in ('draft', 'reviewed', 'retired')), stem_hash text,
  version_no int not null default 0, edited_by uuid, reviewed_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_id) references question_bank (tenant_id, id),
  foreign key (tenant_id, edited_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, reviewed_by) references sys_user (tenant_id, id)
);
create unique index test_question_bank_id_no_key on test_question (tenant_id, bank_id, no);
create unique index test_question_bank_id_stem_hash_key on test_question (tenant_id, bank_id, stem_hash);
create index test_question_no on test_question (tenant_id, no, id);
create index test_question_difficulty on test_question (tenant_id, difficulty, id);
create index test_question_state on test_question (tenant_id, state, bank_id);
create index test_question_edited_by on test_question (tenant_id, edited_by);
create index test_question_reviewed_by on test_question (tenant_id, reviewed_by);

create table test_question_version (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  question_id uuid not null, no int not null check (no > 0), content jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, question_id) references test_question (tenant_id, id)
);
create unique index test_question_version_question_id_no_key on test_question_version (tenant_id, question_id, no);

create table test_paper (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, mode text not null default 'perCandidate' check (mode in ('fixed', 'randomOnce', 'perCandidate')), sections jsonb, total numeric(6, 1) not null default 0,
  shuffle_questions boolean not null default true, shuffle_options boolean not null default true, department_id uuid, owner_id uuid,
  state text not null default 'draft' check (state in ('draft', 'ready', 'retired')), pool jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id)
);
create index test_paper_created_at on test_paper (tenant_id, created_at desc, id);
create index test_paper_name on test_paper (tenant_id, name, id);
create index test_paper_department_id on test_paper (tenant_id, department_id);
create index test_paper_owner_id on test_paper (tenant_id, owner_id);
