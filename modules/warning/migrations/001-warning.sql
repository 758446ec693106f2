-- What counts, and how much. The weights are read by everybody.
create table warning_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  title text not null,
  source text not null,
  least numeric(8, 2) not null default 1 check (least > 0),
  window_days int not null check (window_days between 1 and 365),
  points int not null check (points between 1 and 50),
  decay_days int not null check (decay_days between 1 and 365),
  max_count int check (max_count > 0),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index warning_rule_code_key on warning_rule (tenant_id, code);

-- One fact of one student by one rule. It is known by its source, so that it counts once however often it is found.
create table warning_signal (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  rule_id uuid not null,
  occurred_at timestamptz not null,
  value numeric(10, 2) not null,
  points int not null check (points between 1 and 50),
  source_type text not null,
  source_id text not null,
  link text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, rule_id) references warning_rule (tenant_id, id)
) with (fillfactor = 80);
create unique index warning_signal_student_id_rule_id_source_type_source_id_key on warning_signal (tenant_id, student_id, rule_id, source_type, source_id);
create index warning_signal_rule_id on warning_signal (tenant_id, rule_id, occurred_at);
create index warning_signal_occurred_at on warning_signal (tenant_id, occurred_at desc, id);

-- A student whom somebody should look after: one open case at a time.
create table warning_case (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  score numeric(6, 1) not null,
  level text not null check (level in ('notice', 'look', 'urgent')),
  parts jsonb not null,
  state text not null default 'open' check (state in ('open', 'following', 'closed')),
  opened_at timestamptz not null default now(),
  due_at timestamptz,
  owner_id uuid,
  acted_at timestamptz,
  outcome text,
  note text,
  closed_at timestamptz,
  closed_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, closed_by_id) references sys_user (tenant_id, id),
  constraint warning_case_closing check ((state = 'closed') = (outcome is not null) and (state = 'closed') = (closed_at is not null))
);
create unique index warning_case_open on warning_case (tenant_id, student_id) where state <> 'closed';
create index warning_case_student_id on warning_case (tenant_id, student_id, closed_at desc);
create index warning_case_closed_at on warning_case (tenant_id, closed_at) where closed_at is not null;
create index warning_case_opened_at on warning_case (tenant_id, opened_at desc, id);
create index warning_case_class_id on warning_case (tenant_id, class_id);
create index warning_case_department_id on warning_case (tenant_id, department_id);
create index warning_case_owner_id on warning_case (tenant_id, owner_id) where owner_id is not null;
create index warning_case_closed_by_id on warning_case (tenant_id, closed_by_id) where closed_by_id is not null;

-- Students to look at again; whoever works them off takes them out.
create table warning_touched (
  tenant_id uuid not null references tenant, student_id uuid not null,
  primary key (tenant_id, student_id)
);
