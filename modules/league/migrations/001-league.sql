-- Branches, and the committees that they hand their fees up to.
create table league_branch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, level text not null default 'branch' check (level in ('school', 'college', 'branch')), class_id uuid, department_id uuid not null,
  secretary_id uuid, parent_id uuid, founded date, remitted bigint not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, secretary_id) references student (tenant_id, id),
  foreign key (tenant_id, parent_id) references league_branch (tenant_id, id),
  constraint league_branch_below check (remitted >= 0)
);
create unique index league_branch_code_key on league_branch (tenant_id, code);
create unique index league_branch_secretary_id_key on league_branch (tenant_id, secretary_id);
create index league_branch_name on league_branch (tenant_id, name);
create index league_branch_class_id on league_branch (tenant_id, class_id);
create index league_branch_department_id on league_branch (tenant_id, department_id);
create index league_branch_parent_id on league_branch (tenant_id, parent_id);

create table league_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, branch_id uuid not null, joined_on date not null, member_no text, party_stage text not null default 'none', party_from date,
  cadre boolean not null default false, fee_class text not null default 'student', in_from text, transfer_out text, left_on date, left_cause text,
  state text not null default 'active' check (state in ('active', 'left')), months_owed int not null default 0, warned_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, branch_id) references league_branch (tenant_id, id),
  constraint league_member_party check (party_stage not in ('probationary', 'full') or party_from is not null),
  constraint league_member_left check ((state = 'left') = (left_on is not null))
);
create unique index league_member_student_id_key on league_member (tenant_id, student_id);
create index league_member_branch_id on league_member (tenant_id, branch_id, joined_on, id);
create index league_member_joined_on on league_member (tenant_id, joined_on, id);
create index league_member_months_owed on league_member (tenant_id, months_owed, id);

create table league_fee_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft', quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int,
  publisher jsonb,
  from_month date not null check (extract(day from from_month) = 1), months int not null, standards jsonb, due_date date not null, merchant_id uuid not null,
  fees_state text not null default 'none', heads int not null default 0, total bigint not null default 0, behind_told_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id)
);
create index league_fee_plan_from_month on league_fee_plan (tenant_id, from_month desc, id);
create index league_fee_plan_name on league_fee_plan (tenant_id, name, id);
create index league_fee_plan_begin_time on league_fee_plan (tenant_id, begin_time desc, id);
create index league_fee_plan_end_time on league_fee_plan (tenant_id, end_time desc, id);
create index league_fee_plan_due_date on league_fee_plan (tenant_id, due_date, id);
create index league_fee_plan_owner_department_id on league_fee_plan (tenant_id, owner_department_id);
create index league_fee_plan_merchant_id on league_fee_plan (tenant_id, merchant_id);

create table league_fee (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid, member_id uuid not null, student_id uuid not null, branch_id uuid not null, kind text not null default 'plan',
  from_month date not null check (extract(day from from_month) = 1), to_month date not null check (extract(day from to_month) = 1), months int not null default 0, monthly bigint not null default 0,
  amount bigint not null default 0 check (amount >= 0), paid bigint not null default 0, state text not null default 'due' check (state in ('due', 'overdue', 'paid', 'exempt')),
  ground text, due_date date not null, bill_line_id uuid, paid_at timestamptz, paid_by_id uuid, reminded_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references league_fee_plan (tenant_id, id),
  foreign key (tenant_id, member_id) references league_member (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, branch_id) references league_branch (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id),
  foreign key (tenant_id, paid_by_id) references student (tenant_id, id),
  -- no month of a member is charged twice, whoever charges at once
  constraint league_fee_once exclude using gist (tenant_id with =, member_id with =, daterange(from_month, to_month, '[]') with &&) where (months > 0)
);
create index league_fee_from_month on league_fee (tenant_id, from_month desc, branch_id);
create index league_fee_plan_id on league_fee (tenant_id, plan_id, member_id);
create index league_fee_member_id on league_fee (tenant_id, member_id);
create index league_fee_student_id on league_fee (tenant_id, student_id);
create index league_fee_branch_id on league_fee (tenant_id, branch_id, state);
create index league_fee_due_date on league_fee (tenant_id, due_date, id);
create index league_fee_paid_at on league_fee (tenant_id, paid_at, id);
create index league_fee_bill_line_id on league_fee (tenant_id, bill_line_id);
create index league_fee_paid_by_id on league_fee (tenant_id, paid_by_id) where paid_by_id is not null;
