-- Labour weeks: groups of those who take part, and where each group is in every session.
alter table labour_enrolment add column group_no int check (group_no between 1 and 30);
create table labour_duty (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  project_id uuid not null, session_id uuid not null, group_no int not null check (group_no between 1 and 30), place text not null, work text not null, tools text,
  teacher_id uuid, owner_department_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references labour_project (tenant_id, id),
  foreign key (tenant_id, session_id) references labour_session (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id)
);
create unique index labour_duty_key on labour_duty (tenant_id, session_id, group_no);
create index labour_duty_project_id on labour_duty (tenant_id, project_id);
create index labour_duty_place on labour_duty (tenant_id, place);
create index labour_duty_teacher_id on labour_duty (tenant_id, teacher_id);
create index labour_duty_owner_department_id on labour_duty (tenant_id, owner_department_id);
