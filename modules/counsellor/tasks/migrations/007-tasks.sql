-- What the office or a college asks of its counsellors, and what each of them says about it.
create table fdy_task (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')), quotas jsonb, notice_workdays int, copied_from text,
  owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  content text not null, proof_kind text not null default 'none' check (proof_kind in ('none', 'words', 'files')), weight int not null default 1 check (weight between 1 and 100),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint fdy_task_window check (end_time > begin_time)
);
create index fdy_task_begin_time on fdy_task (tenant_id, begin_time desc, id);
create index fdy_task_end_time on fdy_task (tenant_id, end_time, id);
create index fdy_task_name on fdy_task (tenant_id, name, id);
create index fdy_task_owner_department_id on fdy_task (tenant_id, owner_department_id);

create table fdy_task_answer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  task_id uuid not null, user_id uuid not null, department_id uuid, state text not null default 'waiting' check (state in ('waiting', 'done', 'notDone')),
  words text, proof jsonb, answered_at timestamptz, reminded_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references fdy_task (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index fdy_task_answer_task_id_user_id_key on fdy_task_answer (tenant_id, task_id, user_id);
create index fdy_task_answer_user_id on fdy_task_answer (tenant_id, user_id);
create index fdy_task_answer_department_id on fdy_task_answer (tenant_id, department_id);
