-- A reason to look at a student that somebody has settled with a note, until it applies anew.
create table settled_hint (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, hint text not null, applied_at text, note text not null, user_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
create unique index settled_hint_key on settled_hint (tenant_id, student_id, hint);
