-- Letters of admission. A series of numbers only grows, in the transaction that gives them.
create table letter_series (
  tenant_id uuid not null references tenant, series text not null, last int not null,
  primary key (tenant_id, series)
);
-- What was asked for and approved: an edition of a template for a year and level.
create table letter_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, year int not null, level text, template text not null, template_name text not null, edition int not null, count int not null default 0 check (count >= 0),
  sample_ids jsonb, maker_id uuid,
  state text not null default 'pending' check (state in ('draft', 'pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, maker_id) references sys_user (tenant_id, id)
);
create index letter_run_order on letter_run (tenant_id, year desc, created_at desc);
create index letter_run_state on letter_run (tenant_id, state);
-- One run of a year waits at a time: two would give numbers to the same letters.
create unique index letter_run_waiting on letter_run (tenant_id, year) where state = 'pending';
create table letter_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_no text not null, run_id uuid not null, year int not null, count int not null check (count > 0), first_no text not null, last_no text not null,
  state text not null default 'waiting' check (state in ('waiting', 'failed', 'done', 'printed')), file_id jsonb, note text, ordered_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references letter_run (tenant_id, id),
  foreign key (tenant_id, ordered_by) references sys_user (tenant_id, id)
);
create unique index letter_batch_no on letter_batch (tenant_id, batch_no);
create index letter_batch_run_id on letter_batch (tenant_id, run_id);
create index letter_batch_state on letter_batch (tenant_id, state);
create table admission_letter (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, year int not null, name text not null, grade_major_id uuid not null, level text, department_id uuid, province text,
  letter_no text, of_id uuid, batch_id uuid, seq int, template text, edition int, pdf_id jsonb,
  state text not null default 'toCheck'
    check (state in ('toCheck', 'ready', 'generated', 'printed', 'packed', 'sent', 'delivered', 'returned', 'resent', 'selfPickup', 'void')),
  is_outdated boolean not null default false,
  recipient text, address text, phone text, address_confirmed_at timestamptz, attachments text, void_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, province) references canton (tenant_id, code),
  foreign key (tenant_id, of_id) references admission_letter (tenant_id, id),
  foreign key (tenant_id, batch_id) references letter_batch (tenant_id, id),
  constraint admission_letter_made check (state in ('toCheck', 'ready', 'void') or letter_no is not null),
  constraint admission_letter_void check ((state = 'void') = (void_reason is not null))
);
-- A number is given once, also one that is void by now; a student has one letter that counts.
create unique index admission_letter_no on admission_letter (tenant_id, letter_no);
create unique index admission_letter_student on admission_letter (tenant_id, student_id) where state <> 'void';
create index admission_letter_order on admission_letter (tenant_id, year desc, letter_no, id);
create index admission_letter_state on admission_letter (tenant_id, year, state);
create index admission_letter_student_id on admission_letter (tenant_id, student_id);
create index admission_letter_batch_id on admission_letter (tenant_id, batch_id, seq);
create index admission_letter_department_id on admission_letter (tenant_id, department_id, year desc, letter_no);
create index admission_letter_province on admission_letter (tenant_id, province, year desc, letter_no);
create index admission_letter_grade_major_id on admission_letter (tenant_id, grade_major_id);
create index admission_letter_of_id on admission_letter (tenant_id, of_id);
