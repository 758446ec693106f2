-- Beds that were given to new students, and what they say to them.
create table dorm_placement (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, bed text, reason text not null check (reason in ('sameClass', 'emptyRoom', 'anyRoom', 'left', 'staff')),
  at timestamptz not null, object_until timestamptz not null, state text not null default 'told' check (state in ('told', 'objected', 'answered')),
  objection text, objected_at timestamptz, answer text, answered_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, answered_by) references sys_user (tenant_id, id)
);
create unique index dorm_placement_key on dorm_placement (tenant_id, batch_id, student_id);
create index dorm_placement_student_id on dorm_placement (tenant_id, student_id);
create index dorm_placement_at on dorm_placement (tenant_id, at desc, id);
create index dorm_placement_answered_by on dorm_placement (tenant_id, answered_by) where answered_by is not null;
