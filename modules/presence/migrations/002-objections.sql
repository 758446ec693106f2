-- Students say that their state is wrong; the answer leads to the record that is put right.
create table presence_objection (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  shown text not null,
  words text not null,
  objected_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'answered')),
  answer text,
  answered_by_id uuid,
  answered_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, answered_by_id) references sys_user (tenant_id, id),
  constraint presence_objection_answer check (state = 'open' or answer is not null)
);
create unique index presence_objection_open on presence_objection (tenant_id, student_id) where state = 'open';
create index presence_objection_student_id on presence_objection (tenant_id, student_id, objected_at desc);
create index presence_objection_objected_at on presence_objection (tenant_id, objected_at desc, id);
create index presence_objection_class_id on presence_objection (tenant_id, class_id);
create index presence_objection_department_id on presence_objection (tenant_id, department_id);
create index presence_objection_answered_by_id on presence_objection (tenant_id, answered_by_id);
