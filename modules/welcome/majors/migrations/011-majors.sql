-- New students who ask for another major before they are enrolled.
create table major_adjust_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  at_end text not null default 'stay' check (at_end in ('stay', 'refuse')), year int not null, choices int not null check (choices between 1 and 4), asks jsonb,
  needs_filing boolean not null default false, stage text not null default 'applying' check (stage in ('applying', 'simulated', 'settled', 'effective')), simulated_places jsonb, passes int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint major_adjust_batch_window check (end_time > begin_time)
);
create index major_adjust_batch_begin_time on major_adjust_batch (tenant_id, begin_time desc, id);
create index major_adjust_batch_end_time on major_adjust_batch (tenant_id, end_time desc, id);
create index major_adjust_batch_name on major_adjust_batch (tenant_id, name, id);
create index major_adjust_batch_owner on major_adjust_batch (tenant_id, owner_department_id, begin_time desc);

create table major_adjustment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, batch_id uuid not null, choices jsonb not null, reason text not null, phone text not null, from_grade_major_id uuid, rank int, pass int,
  to_grade_major_id uuid, provincial_filing text not null default 'no' check (provincial_filing in ('no', 'sent', 'approved')), effective_on date, cancel_reason text,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'placed', 'effective')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, batch_id) references major_adjust_batch (tenant_id, id),
  foreign key (tenant_id, from_grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, to_grade_major_id) references grade_major (tenant_id, id)
);
-- One application is on its way at a time, whoever sends two at once.
create unique index major_adjustment_open on major_adjustment (tenant_id, student_id) where state in ('pending', 'returned', 'approved', 'placed');
create index major_adjustment_student_id on major_adjustment (tenant_id, student_id);
create index major_adjustment_department_id on major_adjustment (tenant_id, department_id);
create index major_adjustment_batch_id on major_adjustment (tenant_id, batch_id, id);
create index major_adjustment_rank on major_adjustment (tenant_id, rank, id);
create index major_adjustment_state on major_adjustment (tenant_id, state, id);
create index major_adjustment_created on major_adjustment (tenant_id, created_at desc, id);
create index major_adjustment_from on major_adjustment (tenant_id, from_grade_major_id);
create index major_adjustment_to on major_adjustment (tenant_id, to_grade_major_id);
