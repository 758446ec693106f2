-- Scans at the beginning and end of work, hours, and what they come to in a month.
create table work_scan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  engagement_id uuid not null, unit_id uuid not null, student_id uuid not null, in_at timestamptz not null, out_at timestamptz, due_at timestamptz, state text not null default 'open' check (state in ('open', 'closed', 'forgotten', 'settled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references engagement (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- What the clock looks at.
create index work_scan_due_at on work_scan (tenant_id, due_at) where state = 'open';
-- In one place at a time.
create unique index work_scan_one on work_scan (tenant_id, student_id) where state = 'open';
create index work_scan_in_at on work_scan (tenant_id, in_at desc, id);
create index work_scan_unit_id_state on work_scan (tenant_id, unit_id, state);
create index work_scan_student_id_in_at on work_scan (tenant_id, student_id, in_at desc);
create index work_scan_engagement_id on work_scan (tenant_id, engagement_id);

create table hour_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  engagement_id uuid not null, unit_id uuid not null, post_id uuid not null, student_id uuid not null, date date not null, start text not null, "end" text not null, hours numeric(4, 1) not null check (hours >= 0.5),
  work text, source text not null check (source in ('scan', 'employer', 'student')), state text not null default 'entered' check (state in ('entered', 'studentConfirmed', 'approved', 'disputed', 'paid')),
  is_unit_agreed boolean not null default false, over_week boolean not null default false, ticked_by_id uuid, confirm_until timestamptz, confirmed_by text, reminded_at timestamptz, dispute_note text, answer text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references engagement (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, post_id) references work_post (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint hour_entry_order check ("end" > start)
);
create index hour_entry_date_created_at on hour_entry (tenant_id, date desc, created_at desc);
create index hour_entry_student_id_date on hour_entry (tenant_id, student_id, date);
create index hour_entry_unit_id_date on hour_entry (tenant_id, unit_id, date);
create index hour_entry_engagement_id_date on hour_entry (tenant_id, engagement_id, date);
create index hour_entry_post_id on hour_entry (tenant_id, post_id);
create index hour_entry_state_date on hour_entry (tenant_id, state, date desc);
-- What the clock looks at.
create index hour_entry_confirm on hour_entry (tenant_id, confirm_until) where state = 'entered';

-- The row is the lock under which hours of a student and month are added.
create table hour_month (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, month text not null, hours numeric(5, 1) not null default 0 check (hours >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index hour_month_student_id_month_key on hour_month (tenant_id, student_id, month);
create index hour_month_month on hour_month (tenant_id, month desc, id);
