-- Facts about students, stated once. Entries are inserted only: a reversal stands against what it takes back.
create table evidence (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, occurred_on date not null, xn text, xq_m text,
  source_type text not null, source_id text not null, source_seq int not null default 0,
  kind text not null, level text, place text, team_role text check (team_role in ('individual', 'lead', 'member')), team_size int check (team_size between 1 and 99),
  quantity numeric(8, 2), achievement_key text, title text not null, files jsonb, reverses_id uuid, reason text,
  grade int, department_id uuid, major_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, reverses_id) references evidence (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  constraint evidence_reason check ((reverses_id is null) = (reason is null))
);
create unique index evidence_source_key on evidence (tenant_id, student_id, kind, source_type, source_id, source_seq);
create unique index evidence_reverses_key on evidence (tenant_id, reverses_id) where reverses_id is not null;
create index evidence_student on evidence (tenant_id, student_id, occurred_on desc);
create index evidence_source on evidence (tenant_id, source_type, source_id);
create index evidence_occurred on evidence (tenant_id, occurred_on desc, id);
create index evidence_department on evidence (tenant_id, department_id);
create index evidence_major on evidence (tenant_id, major_id);
create index evidence_class on evidence (tenant_id, class_id);
create table evidence_declaration (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid,
  kind text not null check (kind in ('competition', 'paper', 'certificate', 'volunteer', 'practice', 'activity', 'labour', 'office', 'award')),
  title text not null, occurred_on date not null, level text, place text, team_role text check (team_role in ('individual', 'lead', 'member')), team_size int, quantity numeric(8, 2),
  proofs jsonb not null, is_distinct boolean not null default false,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create index evidence_declaration_student on evidence_declaration (tenant_id, student_id, state);
create index evidence_declaration_department on evidence_declaration (tenant_id, department_id);
create index evidence_declaration_class on evidence_declaration (tenant_id, class_id);
create index evidence_declaration_state on evidence_declaration (tenant_id, state, created_at);
