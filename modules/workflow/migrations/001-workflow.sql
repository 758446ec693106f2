-- A flow; what is drawn now lies in draft, what was published in process_version, which is never changed.
create table process_def (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  process_type text not null,
  owner_ids jsonb,
  is_default boolean not null default false,
  state text not null default 'draft',
  current_version int not null default 0,
  draft jsonb,
  drafted_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (state in ('draft', 'published', 'disabled'))
);
-- The one that is taken where nothing is bound.
create unique index process_def_default on process_def (tenant_id, process_type) where is_default and deleted_at is null;
create unique index process_def_code_key on process_def (tenant_id, code) where deleted_at is null;

create table process_version (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  def_id uuid not null,
  no int not null,
  graph jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, def_id) references process_def (tenant_id, id)
);
create unique index process_version_def_id_no_key on process_version (tenant_id, def_id, no);
create index process_version_published_by on process_version (tenant_id, published_by);
-- What runs stands on it.
create function process_version_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'a published version is never changed';
end $$;
create trigger process_version_fixed before update of def_id, no, graph on process_version for each row execute function process_version_fixed();

create table process_binding (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null,
  department_id uuid,
  batch_id text,
  def_id uuid not null,
  priority int not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, def_id) references process_def (tenant_id, id)
);
create unique index process_binding_key on process_binding (tenant_id, process_type, department_id, batch_id) nulls not distinct;
create index process_binding_department_id on process_binding (tenant_id, department_id);
create index process_binding_def_id on process_binding (tenant_id, def_id);

-- One application on its way. flow is what the engine remembers; tasks and logs are what people read.
create table process_instance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  def_id uuid not null,
  def_version_id uuid not null,
  process_type text not null,
  biz_type text not null,
  biz_id text not null,
  applicant_id uuid not null,
  submitted_by uuid,
  student_id uuid,
  title text not null,
  applicant_name text,
  form_snapshot jsonb,
  state text not null,
  current_nodes text,
  waits_for text,
  flow jsonb,
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_work_min int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, def_id) references process_def (tenant_id, id),
  foreign key (tenant_id, def_version_id) references process_version (tenant_id, id),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'suspended'))
);
-- One running application a business row.
create unique index process_instance_running on process_instance (tenant_id, biz_type, biz_id) where state in ('pending', 'returned', 'suspended');
create index process_instance_biz on process_instance (tenant_id, biz_type, biz_id);
create index process_instance_started on process_instance (tenant_id, started_at desc, id);
create index process_instance_type on process_instance (tenant_id, process_type, state, started_at desc);
-- What was decided lately, for statistics of a kind of application.
create index process_instance_ended on process_instance (tenant_id, biz_type, ended_at) where ended_at is not null;
create index process_instance_def_id on process_instance (tenant_id, def_id);
create index process_instance_def_version_id on process_instance (tenant_id, def_version_id);
create index process_instance_applicant_id on process_instance (tenant_id, applicant_id, started_at desc);
create index process_instance_submitted_by on process_instance (tenant_id, submitted_by);
create index process_instance_student_id on process_instance (tenant_id, student_id);

create table process_task (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  instance_id uuid not null,
  no int not null,
  node_id text not null,
  node_name text not null,
  round int not null,
  assignee_id uuid not null,
  original_assignee_id uuid,
  role_source text,
  mode text not null,
  "order" int not null,
  state text not null,
  arrived_at timestamptz not null,
  due_at timestamptz,
  acted_at timestamptz,
  action text,
  acted_by uuid,
  opinion text,
  signature jsonb,
  urged_count int not null default 0,
  urged_at timestamptz,
  delegated_from uuid,
  reminded_percent int not null default 0,
  work_min int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  check (mode in ('all', 'any', 'sequence')),
  check (state in ('waiting', 'todo', 'delegated', 'done', 'skipped', 'cancelled')),
  check (action ~ '^[a-zA-Z]+$')
);
create unique index process_task_instance_id_no_key on process_task (tenant_id, instance_id, no);
-- Somebody may have tens of thousands waiting: how many, and how many are late, comes from the index alone.
create index process_task_todo on process_task (tenant_id, assignee_id, arrived_at desc, id) include (due_at) where state = 'todo';
create index process_task_done on process_task (tenant_id, assignee_id, acted_at desc, id) where state in ('done', 'skipped', 'delegated');
create index process_task_due on process_task (tenant_id, due_at) where state = 'todo' and due_at is not null;
create index process_task_acted on process_task (tenant_id, acted_at) where acted_at is not null;
create index process_task_original_assignee_id on process_task (tenant_id, original_assignee_id);
create index process_task_acted_by on process_task (tenant_id, acted_by);
create index process_task_delegated_from on process_task (tenant_id, delegated_from);

create table process_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  instance_id uuid not null,
  task_id uuid,
  node_id text,
  node_name text,
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  "from" text,
  "to" text,
  opinion text,
  diff jsonb,
  files jsonb,
  is_forced boolean not null default false,
  at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  foreign key (tenant_id, task_id) references process_task (tenant_id, id),
  check (action ~ '^[a-zA-Z]+$')
);
create index process_log_instance_id on process_log (tenant_id, instance_id, at, id);
create index process_log_task_id on process_log (tenant_id, task_id);
create index process_log_actor_id on process_log (tenant_id, actor_id);
create index process_log_on_behalf_of on process_log (tenant_id, on_behalf_of);

create table process_cc (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  instance_id uuid not null,
  user_id uuid not null,
  sent_by uuid,
  node_name text,
  sent_at timestamptz not null,
  read_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
create unique index process_cc_instance_id_user_id_key on process_cc (tenant_id, instance_id, user_id);
create index process_cc_user_id on process_cc (tenant_id, user_id, sent_at desc);
create index process_cc_sent_by on process_cc (tenant_id, sent_by);

create table delegation (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null,
  deputy_id uuid not null,
  "from" date not null,
  "to" date not null,
  process_types jsonb,
  note text,
  deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create index delegation_user_id on delegation (tenant_id, user_id);
create index delegation_deputy_id on delegation (tenant_id, deputy_id);

-- Steps that wait for a moment, and what is to happen with tasks before their time is up.
create table process_wait (
  tenant_id uuid not null references tenant, instance_id uuid not null, node_id text not null, until timestamptz not null,
  primary key (tenant_id, instance_id, node_id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id) on delete cascade
);
create index process_wait_until on process_wait (tenant_id, until);

-- Quick phrases of each person, in their own order.
create table process_phrase (
  tenant_id uuid not null references tenant, user_id uuid not null, phrases jsonb not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
