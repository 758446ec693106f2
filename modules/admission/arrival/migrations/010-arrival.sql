-- New students who ask to arrive later.
create table late_arrival (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, until date not null, cause text not null check (cause in ('illness', 'family', 'traffic', 'other')), reason text not null, proofs jsonb,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index late_arrival_open on late_arrival (tenant_id, student_id) where state in ('pending', 'returned');
create index late_arrival_order on late_arrival (tenant_id, created_at desc, id);
create index late_arrival_until on late_arrival (tenant_id, until, id);
create index late_arrival_student on late_arrival (tenant_id, student_id);
