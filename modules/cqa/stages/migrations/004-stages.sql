create table cqa_group (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, class_id uuid not null, leader_id uuid not null, member_ids jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references cqa_scheme (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, leader_id) references student (tenant_id, id),
  -- An odd number decides.
  constraint cqa_group_odd check (jsonb_array_length(member_ids) in (5, 7, 9, 11))
);
create unique index cqa_group_key on cqa_group (tenant_id, scheme_id, class_id);
create index cqa_group_class on cqa_group (tenant_id, class_id);
create index cqa_group_leader on cqa_group (tenant_id, leader_id);
create index cqa_group_created on cqa_group (tenant_id, created_at desc, id);
