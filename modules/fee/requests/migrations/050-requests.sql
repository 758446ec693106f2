-- To pay later or in parts, to pay less, or to be given money back: asked for by a student, or proposed when one leaves.
create table fee_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid,
  kind text not null check (kind in ('instalment', 'deferral', 'reduction', 'refund')),
  line_ids jsonb, amount bigint check (amount > 0), plan jsonb, until date, reason text not null, files jsonb,
  items text not null, parts jsonb,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  decided_at timestamptz, rest bigint check (rest >= 0), slip_no text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index fee_application_created_at on fee_application (tenant_id, created_at desc, id);
create index fee_application_student_id on fee_application (tenant_id, student_id, created_at desc);
create index fee_application_department_id on fee_application (tenant_id, department_id, created_at desc);
create index fee_application_class_id on fee_application (tenant_id, class_id, created_at desc);
create index fee_application_state on fee_application (tenant_id, state, created_at desc);
create index fee_application_decided_at on fee_application (tenant_id, decided_at desc, id);
