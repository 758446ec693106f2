-- New students who enrol first and pay later.
create table green_channel (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, reasons jsonb not null, lines jsonb not null, loan_receipt_code text, packages jsonb, expected_pay date, note text, proofs jsonb,
  total bigint not null default 0 check (total >= 0), deferred bigint not null default 0 check (deferred >= 0), until date, has_loan_code boolean not null default false,
  on_site boolean not null default false, point_id uuid, reminded_days text,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id)
);
-- One application is open at a time, whoever sends two at once.
create unique index green_channel_open on green_channel (tenant_id, student_id) where state in ('pending', 'returned');
create index green_channel_student_id on green_channel (tenant_id, student_id);
create index green_channel_department_id on green_channel (tenant_id, department_id);
create index green_channel_point_id on green_channel (tenant_id, point_id) where point_id is not null;
create index green_channel_created on green_channel (tenant_id, created_at desc, id);
create index green_channel_total on green_channel (tenant_id, total desc, id);
create index green_channel_deferred on green_channel (tenant_id, deferred desc, id);
create index green_channel_until on green_channel (tenant_id, until, id);
create index green_channel_state on green_channel (tenant_id, state, id);
