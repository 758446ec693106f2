-- Trial admissions, each with what it was made from and its outcome by applicant.
alter table exam_application add column precedence int, add column precedence_reason text;

create table admission_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, name text not null, method text not null default 'score' check (method in ('score', 'choice', 'step')),
  step numeric(5,1), spill_order jsonb not null, adjust boolean not null, lines jsonb not null, plans jsonb not null,
  people int not null, places int not null, placed int not null, adjusted int not null, tied int not null, by uuid not null, ran_at timestamptz not null,
  state text not null default 'trial' check (state in ('trial')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, by) references sys_user (tenant_id, id)
);
create index admission_run_order on admission_run (tenant_id, ran_at desc, id);
create index admission_run_batch_id on admission_run (tenant_id, batch_id, ran_at desc, id);
create index admission_run_name on admission_run (tenant_id, name, id);
create index admission_run_by on admission_run (tenant_id, by);

create table admission_placement (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  run_id uuid not null, application_id uuid not null, ksh text not null, name text not null, category text, plan_id uuid, choice_no int check (choice_no between 0 and 6),
  total numeric(7,2), is_tied boolean not null default false, wishes jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references admission_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, application_id) references exam_application (tenant_id, id),
  foreign key (tenant_id, plan_id) references exam_plan (tenant_id, id),
  check ((plan_id is null) = (choice_no is null))
);
create unique index admission_placement_key on admission_placement (tenant_id, run_id, application_id);
create index admission_placement_order on admission_placement (tenant_id, run_id, ksh, id);
create index admission_placement_by_ksh on admission_placement (tenant_id, ksh, id);
create index admission_placement_application_id on admission_placement (tenant_id, application_id);
create index admission_placement_plan_id on admission_placement (tenant_id, plan_id);
create index admission_placement_name on admission_placement (tenant_id, name, id);
create index admission_placement_total on admission_placement (tenant_id, total desc, id);
