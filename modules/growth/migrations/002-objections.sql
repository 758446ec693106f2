-- What a student says an entry should be.
create table growth_objection (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entry_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid, title text, biz_date date,
  hours numeric(5, 1), points numeric(6, 2), labour_hours numeric(5, 1), grounds text not null, proofs jsonb, organiser_id uuid,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, entry_id) references growth_entry (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index growth_objection_running on growth_objection (tenant_id, entry_id) where state in ('pending', 'returned', 'approved', 'rejected');
create index growth_objection_created_at on growth_objection (tenant_id, created_at desc, id);
create index growth_objection_student_id on growth_objection (tenant_id, student_id);
create index growth_objection_biz_date on growth_objection (tenant_id, biz_date, id);
create index growth_objection_state on growth_objection (tenant_id, state, created_at desc);
create index growth_objection_department_id on growth_objection (tenant_id, department_id);
create index growth_objection_class_id on growth_objection (tenant_id, class_id);
