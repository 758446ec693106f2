-- Alumni, and what they studied.
create table alumnus (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, person_id uuid, leave_year int, department_id uuid, major_name text, class_name text,
  canton text, employer text, industry text, position text, honours text,
  visible text not null default 'none' check (visible in ('none', 'classmates', 'alumni')),
  contact_consent boolean not null default false, phone text, email text, last_confirmed date, source text not null default 'import' check (source in ('auto', 'import')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, canton) references canton (tenant_id, code),
  -- Without consent there is nothing to contact anybody with.
  constraint alumnus_consent check (contact_consent or (phone is null and email is null))
);
create unique index alumnus_code_key on alumnus (tenant_id, code);
create unique index alumnus_person_key on alumnus (tenant_id, person_id);
create index alumnus_leave_year on alumnus (tenant_id, leave_year desc, code, id);
create index alumnus_name on alumnus (tenant_id, name, id);
create index alumnus_department_id on alumnus (tenant_id, department_id, leave_year desc, code);
create index alumnus_class on alumnus (tenant_id, class_name, leave_year);
create index alumnus_canton on alumnus (tenant_id, canton);
create index alumnus_industry on alumnus (tenant_id, industry);
create index alumnus_last_confirmed on alumnus (tenant_id, last_confirmed, id);
create index alumnus_shown on alumnus (tenant_id, leave_year desc, name) where visible = 'alumni';

create table alumnus_study (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  alumnus_id uuid not null, student_id uuid not null, student_no text, department_id uuid, major_name text, class_id uuid, level text, enrol_year int, leave_year int,
  result text not null check (result in ('graduated', 'completed', 'incomplete')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index alumnus_study_key on alumnus_study (tenant_id, student_id);
create index alumnus_study_alumnus_id on alumnus_study (tenant_id, alumnus_id);
create index alumnus_study_department_id on alumnus_study (tenant_id, department_id);
create index alumnus_study_class_id on alumnus_study (tenant_id, class_id);
create index alumnus_study_leave_year on alumnus_study (tenant_id, leave_year desc, student_no, id);
create index alumnus_study_enrol_year on alumnus_study (tenant_id, enrol_year, id);

-- Gifts: projects with their sums, who gave, and each movement.
create sequence donation_no_seq;
create table donation_project (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, purpose text not null, text text not null, goal bigint not null check (goal > 0), "from" date not null, "to" date not null,
  received bigint not null default 0, goods bigint not null default 0, used bigint not null default 0,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint donation_project_dates check ("to" >= "from"),
  constraint donation_project_short check (received - used >= 0)
);
create index donation_project_from on donation_project (tenant_id, "from" desc, id);
create index donation_project_title on donation_project (tenant_id, title, id);
create index donation_project_state on donation_project (tenant_id, state, id);

create table donation (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  no text not null, project_id uuid not null, shown_name text not null, donor_name text not null, alumnus_id uuid,
  is_organisation boolean not null default false, is_anonymous boolean not null default false, kind text not null default 'money' check (kind in ('money', 'goods')),
  amount bigint not null check (amount > 0), goods text, paid_by text not null check (paid_by in ('online', 'bank', 'cash', 'goods')), message text,
  received_on date, receipt_no text, state text not null default 'pledged' check (state in ('pledged', 'received', 'lapsed', 'reversed')), pay_by date, bill_line_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references donation_project (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id),
  constraint donation_received check (state <> 'received' or received_on is not null)
);
create unique index donation_no_key on donation (tenant_id, no);
create index donation_project_id on donation (tenant_id, project_id, state, received_on desc);
create index donation_alumnus_id on donation (tenant_id, alumnus_id);
create index donation_bill_line_id on donation (tenant_id, bill_line_id);
create index donation_state on donation (tenant_id, state, no);
create index donation_amount on donation (tenant_id, amount, id);
create index donation_received_on on donation (tenant_id, received_on, id);
create index donation_pay_by on donation (tenant_id, pay_by) where state = 'pledged';

create table donation_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('money', 'goods', 'use')), amount bigint not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid, donation_id uuid, "on" date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references donation_project (tenant_id, id),
  foreign key (tenant_id, reverses_id) references donation_entry (tenant_id, id),
  foreign key (tenant_id, donation_id) references donation (tenant_id, id)
);
create unique index donation_entry_source_key on donation_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index donation_entry_reverses_id_key on donation_entry (tenant_id, reverses_id);
create index donation_entry_account_id on donation_entry (tenant_id, account_id, id);
create index donation_entry_donation_id on donation_entry (tenant_id, donation_id);
create index donation_entry_created_at on donation_entry (tenant_id, created_at desc, id);
create index donation_entry_on on donation_entry (tenant_id, "on", id);
