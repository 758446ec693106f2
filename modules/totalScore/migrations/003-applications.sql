-- Points that students apply for, and objections to deductions.
alter table ts_item add column source text not null default 'recorder' check (source in ('apply', 'recorder'));
alter table ts_item add column needs_proof boolean not null default false;
alter table ts_item add column apply_within_days int check (apply_within_days >= 1);
alter table ts_item add constraint ts_item_apply check (source <> 'apply' or (apply_within_days is not null and direction = 'add'));

create table point_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid,
  item_id uuid not null, occurred_on date not null, points numeric(6, 2) not null check (points >= 0), quantity numeric(6, 2), what text not null, proofs jsonb, total numeric(8, 2) not null,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, item_id) references ts_item (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create index point_application_student_id on point_application (tenant_id, student_id, created_at desc);
create index point_application_item_id on point_application (tenant_id, item_id);
create index point_application_department_id on point_application (tenant_id, department_id);
create index point_application_class_id on point_application (tenant_id, class_id, created_at desc);
create index point_application_created_at on point_application (tenant_id, created_at desc, id);
create index point_application_state on point_application (tenant_id, state, id);
create index point_application_occurred_on on point_application (tenant_id, occurred_on desc, id);

create table point_objection (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entry_id uuid not null, student_id uuid not null, scheme_id uuid not null, item_id uuid not null, occurred_on date not null, points numeric(8, 2) not null,
  grounds text not null, state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  answer text, answered_by_id uuid, answered_at timestamptz,
  grade int, department_id uuid, major_id uuid, class_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, entry_id) references point_entry (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, scheme_id) references ts_scheme (tenant_id, id),
  foreign key (tenant_id, item_id) references ts_item (tenant_id, id),
  foreign key (tenant_id, answered_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index point_objection_entry_id_key on point_objection (tenant_id, entry_id);
create index point_objection_student_id on point_objection (tenant_id, student_id);
create index point_objection_scheme_id on point_objection (tenant_id, scheme_id);
create index point_objection_item_id on point_objection (tenant_id, item_id);
create index point_objection_answered_by_id on point_objection (tenant_id, answered_by_id);
create index point_objection_department_id on point_objection (tenant_id, department_id);
create index point_objection_major_id on point_objection (tenant_id, major_id);
create index point_objection_class_id on point_objection (tenant_id, class_id);
create index point_objection_created_at on point_objection (tenant_id, created_at desc, id);
