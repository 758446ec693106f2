-- Lifting of punishments, and the monthly reports of those on probation.
create table punishment_lift (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  punishment_id uuid not null, student_id uuid not null, statement text, merit text, applicant_id uuid,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, punishment_id) references punishment (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- One at a time.
create unique index punishment_lift_open on punishment_lift (tenant_id, punishment_id) where state in ('pending', 'returned');
create index punishment_lift_punishment_id on punishment_lift (tenant_id, punishment_id, created_at desc);
create index punishment_lift_student_id on punishment_lift (tenant_id, student_id, created_at desc);
create index punishment_lift_created_at on punishment_lift (tenant_id, created_at desc, id);
create index punishment_lift_state on punishment_lift (tenant_id, state, created_at desc);

create table observation_report (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  punishment_id uuid not null, student_id uuid not null, month text not null check (month ~ '^\d{4}-\d{2}$'), text text not null,
  counsellor_comment text, rating text check (rating in ('good', 'fair', 'poor')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, punishment_id) references punishment (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index observation_report_punishment_id_month_key on observation_report (tenant_id, punishment_id, month);
create index observation_report_student_id on observation_report (tenant_id, student_id, month desc);
create index observation_report_month on observation_report (tenant_id, month desc, id);
create index observation_report_rating on observation_report (tenant_id, rating, month desc);
