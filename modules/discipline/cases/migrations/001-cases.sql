-- Cases of misconduct, the punishment of each party, and how each document was served.
create sequence discipline_case_no_seq;
-- Numbers of documents without gaps: a series is a year's pattern; its last number only grows, in the transaction that gives it.
create table discipline_series (
  tenant_id uuid not null references tenant, series text not null, last int not null,
  primary key (tenant_id, series)
);
create table violation_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, article text not null, title text not null, category text not null,
  min_level text not null check (min_level in ('none', 'warning', 'seriousWarning', 'demerit', 'probation', 'expulsion')),
  max_level text not null check (max_level in ('none', 'warning', 'seriousWarning', 'demerit', 'probation', 'expulsion')),
  regulation_version text not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index violation_rule_code_key on violation_rule (tenant_id, code);

create table discipline_case (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_no text not null, title text not null, occurred_at timestamptz not null, place text, category text not null,
  rule_ids jsonb not null, summary text not null,
  report_source text not null check (report_source in ('college', 'security', 'exam', 'dorm', 'teacher', 'other')),
  investigators jsonb, department_id uuid, class_id uuid, reporter_id uuid, source_type text, source_id text, terms jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index discipline_case_case_no_key on discipline_case (tenant_id, case_no);
-- What was referred opens one case.
create unique index discipline_case_source_type_source_id_key on discipline_case (tenant_id, source_type, source_id);
create index discipline_case_occurred_at on discipline_case (tenant_id, occurred_at desc, id);
create index discipline_case_category on discipline_case (tenant_id, category, occurred_at desc);
create index discipline_case_report_source on discipline_case (tenant_id, report_source, occurred_at desc);
create index discipline_case_department_id on discipline_case (tenant_id, department_id, occurred_at desc);
create index discipline_case_class_id on discipline_case (tenant_id, class_id, occurred_at desc);
create index discipline_case_reporter_id on discipline_case (tenant_id, reporter_id, occurred_at desc);

create table case_material (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, kind text not null, title text not null, files jsonb not null, taken_at timestamptz not null, taken_by text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references discipline_case (tenant_id, id)
);
create index case_material_case_id on case_material (tenant_id, case_id, taken_at);
create index case_material_taken_at on case_material (tenant_id, taken_at, id);
create index case_material_kind on case_material (tenant_id, kind, taken_at);

create table punishment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, student_id uuid not null, grade int, department_id uuid, major_id uuid, class_id uuid,
  measure text not null default 'punishment' check (measure in ('punishment', 'withdrawal', 'recordCancel', 'admissionCancel')),
  part_role text not null default 'other' check (part_role in ('principal', 'accessory', 'other')),
  facts text, material_ids jsonb, aggravating jsonb, mitigating jsonb,
  proposed_level text check (proposed_level in ('none', 'warning', 'seriousWarning', 'demerit', 'probation', 'expulsion')),
  decided_level text check (decided_level in ('none', 'warning', 'seriousWarning', 'demerit', 'probation', 'expulsion')),
  level_reason text, period_months int check (period_months > 0), period_reason text, period_start date, period_end date,
  notice_issued_on date, notice_served_on date, defence_due_on date,
  defence_kind text check (defence_kind in ('statement', 'hearing', 'waived', 'lapsed')), defence_text text, defence_answer text, defended_on date,
  legal_opinion text, legal_review_on date, legal_review_by uuid, meeting_name text, meeting_on date,
  submitter_id uuid, document_no text, decided_on date, decided_by jsonb, served_on date, appeal_due_on date,
  is_execution_suspended boolean not null default false, lifted_on date, lift_document_no text,
  extended_months int not null default 0 check (extended_months >= 0), extend_reason text, paused_on date,
  replaces_id uuid, end_reason text, e_sign_agreed_on date, due_on date, told text,
  state text not null default 'investigating' check (state in ('investigating', 'proposed', 'noticed', 'defenceClosed', 'pending', 'returned', 'approved', 'rejected', 'withdrawn',
    'cancelled', 'decided', 'served', 'inForce', 'liftPending', 'lifted', 'dismissed', 'revoked', 'changed', 'executed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references discipline_case (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, replaces_id) references punishment (tenant_id, id),
  -- Nothing is decided without a notice that was served and a defence that is in, waived or late, unless it was entered as history.
  constraint punishment_heard check (state not in ('decided', 'served', 'inForce', 'executed') or decided_level = 'none' or document_no is not null),
  constraint punishment_notice check (state not in ('noticed', 'defenceClosed', 'pending', 'returned') or notice_served_on is not null)
);
create unique index punishment_document_no_key on punishment (tenant_id, document_no);
-- A student is a party of a case once; a changed punishment stays beside the one that replaces it.
create unique index punishment_party on punishment (tenant_id, case_id, student_id) where state <> 'changed';
create index punishment_created_at on punishment (tenant_id, created_at desc, id);
create index punishment_student_id on punishment (tenant_id, student_id, created_at desc);
create index punishment_state on punishment (tenant_id, state, created_at desc);
create index punishment_department_id on punishment (tenant_id, department_id, created_at desc);
create index punishment_major_id on punishment (tenant_id, major_id, created_at desc);
create index punishment_class_id on punishment (tenant_id, class_id, created_at desc);
create index punishment_defence_due_on on punishment (tenant_id, defence_due_on, id);
create index punishment_decided_on on punishment (tenant_id, decided_on desc, id);
create index punishment_appeal_due_on on punishment (tenant_id, appeal_due_on, id);
create index punishment_due_on on punishment (tenant_id, due_on, id);
create index punishment_lifted_on on punishment (tenant_id, lifted_on desc, id);
create index punishment_replaces_id on punishment (tenant_id, replaces_id) where replaces_id is not null;
-- What the clock and the deadline board look at: the few that are not over among ten years of them.
create index punishment_running on punishment (tenant_id, state, period_end) where state not in ('lifted', 'dismissed', 'revoked', 'changed', 'executed');

create table document_delivery (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  punishment_id uuid not null, student_id uuid not null,
  document_kind text not null check (document_kind in ('notice', 'decision', 'appealResult', 'lift')),
  method text not null check (method in ('direct', 'retention', 'mail', 'publicNotice', 'eSign')),
  attempted_on date not null, result text not null check (result in ('done', 'refused', 'failed')),
  witnesses jsonb, tracking_no text, public_url text, proof jsonb, effective_on date, by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, punishment_id) references punishment (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint document_delivery_effective check ((effective_on is not null) = (result = 'done'))
);
create index document_delivery_punishment_id on document_delivery (tenant_id, punishment_id, attempted_on desc);
create index document_delivery_student_id on document_delivery (tenant_id, student_id, attempted_on desc);
create index document_delivery_attempted_on on document_delivery (tenant_id, attempted_on desc, id);
create index document_delivery_effective_on on document_delivery (tenant_id, effective_on desc, id);
create index document_delivery_document_kind on document_delivery (tenant_id, document_kind, attempted_on desc);
