-- Emergency access to a case by somebody outside its team. The reason is encrypted by the application.
create table mh_break_glass (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, case_id uuid, by_id uuid not null, at timestamptz not null, until timestamptz not null check (until > at),
  why text not null, why_hash text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index mh_break_glass_at on mh_break_glass (tenant_id, at desc, id);
create index mh_break_glass_student_id on mh_break_glass (tenant_id, student_id);
create index mh_break_glass_case_id on mh_break_glass (tenant_id, case_id);
create index mh_break_glass_by_id on mh_break_glass (tenant_id, by_id, until);
