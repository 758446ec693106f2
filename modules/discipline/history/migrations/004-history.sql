-- Punishments decided before the school kept its cases here, as they were imported.
create table past_punishment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  document_no text not null, student_id uuid not null, title text not null, category text not null, occurred_on date not null, rule_id uuid,
  level text not null check (level in ('warning', 'seriousWarning', 'demerit', 'probation', 'expulsion')), level_reason text, facts text,
  decided_on date not null, served_on date not null, period_months int check (period_months > 0), lifted_on date, lift_document_no text, punishment_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, rule_id) references violation_rule (tenant_id, id),
  foreign key (tenant_id, punishment_id) references punishment (tenant_id, id),
  constraint past_punishment_order check (occurred_on <= decided_on and decided_on <= served_on and (lifted_on is null or served_on <= lifted_on))
);
create unique index past_punishment_document_no_key on past_punishment (tenant_id, document_no);
create index past_punishment_decided_on on past_punishment (tenant_id, decided_on desc, id);
create index past_punishment_student_id on past_punishment (tenant_id, student_id, decided_on desc);
create index past_punishment_category on past_punishment (tenant_id, category, decided_on desc);
create index past_punishment_rule_id on past_punishment (tenant_id, rule_id) where rule_id is not null;
create index past_punishment_punishment_id on past_punishment (tenant_id, punishment_id) where punishment_id is not null;
