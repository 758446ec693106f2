-- Corrections of locked fields: which fields, why, and the proof.
create table info_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, fields jsonb not null, reason text not null, proofs jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index info_change_student on info_change (tenant_id, student_id, created_at desc);
create index info_change_order on info_change (tenant_id, created_at desc, id);
