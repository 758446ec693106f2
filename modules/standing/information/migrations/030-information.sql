-- How fields of students' records change, and changes that are applied for. The table of corrections is of module student before.
create table field_policy (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  field text not null, mode text not null check (mode in ('free', 'approve', 'locked')), proof boolean not null default false,
  flow text not null default 'college' check (flow in ('college', 'officer')), "window" text, sort int default 100,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (mode <> 'locked' or (proof and flow = 'officer'))
);
create unique index field_policy_key on field_policy (tenant_id, field);
create index field_policy_sort on field_policy (tenant_id, sort, field, id);

alter table info_change alter column reason drop not null;
alter table info_change add column department_id uuid, add column class_id uuid, add column items text, add column items_hash text,
  add column mode text not null default 'locked' check (mode in ('free', 'approve', 'locked')),
  add column apply_way text not null default 'office' check (apply_way in ('self', 'office')),
  add column state text not null default 'approved' check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  add column effective_at timestamptz,
  add column national_sync text not null default 'notNeeded' check (national_sync in ('notNeeded', 'todo', 'done')),
  add foreign key (tenant_id, department_id) references department (tenant_id, id),
  add foreign key (tenant_id, class_id) references stu_class (tenant_id, id);
create index info_change_department_id on info_change (tenant_id, department_id, created_at desc);
create index info_change_class_id on info_change (tenant_id, class_id, created_at desc);
create index info_change_state on info_change (tenant_id, state, created_at desc);
create index info_change_effective_at on info_change (tenant_id, effective_at desc, id);
create index info_change_sync on info_change (tenant_id, created_at desc) where national_sync = 'todo';
