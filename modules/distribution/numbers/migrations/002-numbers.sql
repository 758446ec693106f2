-- Rules of student numbers, their runs, and the numbers they gave.
create table number_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, grade int, levels jsonb, department_ids jsonb, segments jsonb not null,
  seq_scope text not null check (seq_scope in ('class', 'major', 'dept', 'school')), "order" jsonb not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index number_rule_name_key on number_rule (tenant_id, name);
create index number_rule_created on number_rule (tenant_id, created_at desc, id);
create index number_rule_grade on number_rule (tenant_id, grade, id);

create table number_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  rule_id uuid not null, count int not null check (count > 0), first_no text not null, last_no text not null, by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id) references number_rule (tenant_id, id)
);
create index number_run_created on number_run (tenant_id, created_at desc, id);
create index number_run_rule_id on number_run (tenant_id, rule_id, created_at desc);
create index number_run_by_id on number_run (tenant_id, by_id);

create table given_number (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  run_id uuid not null, student_id uuid not null, student_no text not null, scope_key text not null, seq int not null check (seq > 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references number_run (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index given_number_student_no_key on given_number (tenant_id, student_no);
-- A place in a sequence is given once, whoever runs which rule.
create unique index given_number_scope_key_seq_key on given_number (tenant_id, scope_key, seq);
create index given_number_student_id on given_number (tenant_id, student_id);
create index given_number_run_id on given_number (tenant_id, run_id, student_no);
