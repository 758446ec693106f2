-- The renewal of each spring: a round, and what each borrower answered.
create table loan_renewal (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
create index loan_renewal_begin_time on loan_renewal (tenant_id, begin_time desc, id);
create index loan_renewal_end_time on loan_renewal (tenant_id, end_time desc, id);
create index loan_renewal_name on loan_renewal (tenant_id, name, id);

create table loan_renewal_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  renewal_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid, loan_id uuid,
  answer text not null check (answer in ('continue', 'stop', 'undecided')), statement text, checked_by_id uuid, checked_at timestamptz, return_note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, renewal_id) references loan_renewal (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, loan_id) references credit_loan (tenant_id, id),
  constraint loan_renewal_line_checked check (checked_at is null or return_note is null)
);
create unique index loan_renewal_line_key on loan_renewal_line (tenant_id, renewal_id, student_id);
create index loan_renewal_line_student_id on loan_renewal_line (tenant_id, student_id, renewal_id);
create index loan_renewal_line_created_at on loan_renewal_line (tenant_id, created_at desc, id);
create index loan_renewal_line_checked_at on loan_renewal_line (tenant_id, renewal_id, checked_at desc);
create index loan_renewal_line_department_id on loan_renewal_line (tenant_id, department_id, created_at desc);
create index loan_renewal_line_class_id on loan_renewal_line (tenant_id, class_id, created_at desc);
create index loan_renewal_line_loan_id on loan_renewal_line (tenant_id, loan_id);
