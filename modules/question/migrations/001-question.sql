-- A question that somebody keeps on their desktop, with the college and grade it is asked about.
create table question_pin (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, code text not null, department_id uuid, grade int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index question_pin_user on question_pin (tenant_id, user_id, code);
create index question_pin_department_id on question_pin (tenant_id, department_id);
