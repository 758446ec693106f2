-- Facts about a student that cannot all be right; somebody is asked about each once.
create table presence_conflict (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  code text not null check (code in ('PC1', 'PC2', 'PC4', 'PC5', 'PC7', 'PC8')),
  about text not null,
  source_kind text,
  source_id text,
  at timestamptz not null,
  opened_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'resolved', 'auto')),
  result text,
  note text,
  by_id uuid,
  closed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id),
  constraint presence_conflict_result check ((state = 'resolved') = (result is not null))
);
create unique index presence_conflict_student_id_code_about_key on presence_conflict (tenant_id, student_id, code, about);
create index presence_conflict_open on presence_conflict (tenant_id, student_id) where state = 'open';
create index presence_conflict_opened_at on presence_conflict (tenant_id, opened_at desc, id);
create index presence_conflict_at on presence_conflict (tenant_id, at desc, id);
create index presence_conflict_class_id on presence_conflict (tenant_id, class_id);
create index presence_conflict_department_id on presence_conflict (tenant_id, department_id);
create index presence_conflict_by_id on presence_conflict (tenant_id, by_id);
