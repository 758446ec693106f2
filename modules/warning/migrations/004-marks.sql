-- Students whom their counsellor asks to keep an eye on.
create table warning_mark (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  marked_by_id uuid not null,
  reason text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, marked_by_id) references sys_user (tenant_id, id)
);
create index warning_mark_student_id on warning_mark (tenant_id, student_id, created_at desc);
create index warning_mark_marked_by_id on warning_mark (tenant_id, marked_by_id);
