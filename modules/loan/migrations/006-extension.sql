-- Borrowers who study on ask that nothing is paid back meanwhile.
create table loan_extension (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, school text not null, study text not null check (study in ('undergraduate', 'master', 'doctor')), "from" date not null, until date not null, proofs jsonb,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  check (until > "from")
);
create unique index loan_extension_one on loan_extension (tenant_id, student_id) where state in ('pending', 'returned');
create index loan_extension_student_id on loan_extension (tenant_id, student_id, created_at desc);
create index loan_extension_created_at on loan_extension (tenant_id, created_at desc, id);
create index loan_extension_state on loan_extension (tenant_id, state, created_at desc);
