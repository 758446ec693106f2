-- The way of a student through service, from registration to return.
create table enlist_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid,
  year int not null, season text not null check (season in ('spring', 'autumn')), kind text not null default 'conscript' check (kind in ('conscript', 'directNco')),
  family_name text, family_phone text, registered_on date,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  stage text not null default 'registered' check (stage in ('registered', 'medical', 'review', 'chosen', 'enlisted', 'discharged', 'returned', 'notReturning', 'failed', 'sentBack')),
  exam_result text check (exam_result in ('fit', 'unfit')), political_review text check (political_review in ('passed', 'failed')),
  notice_no text, notice_date date, notice_files jsonb, unit text, keep_status_until date,
  discharged_on date, discharge_files jsonb, return_by date, returned_on date, return_reason text, major_after uuid,
  refusal_ground text, end_cause text, end_reason text, ended_on date, told text, letter_year int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, major_after) references major (tenant_id, id),
  constraint enlist_record_discharge check (discharged_on is null or discharged_on >= notice_date),
  constraint enlist_record_enlisted check (stage not in ('enlisted', 'discharged', 'returned') or notice_date is not null),
  constraint enlist_record_return check (stage not in ('discharged', 'returned') or return_by is not null)
);
-- One path at a time.
create unique index enlist_record_one on enlist_record (tenant_id, student_id)
  where state in ('pending', 'returned') or (state = 'approved' and stage in ('registered', 'medical', 'review', 'chosen', 'enlisted', 'discharged'));
create index enlist_record_registered_on on enlist_record (tenant_id, registered_on desc, id);
create index enlist_record_student_id on enlist_record (tenant_id, student_id, registered_on desc);
create index enlist_record_department_id on enlist_record (tenant_id, department_id, registered_on desc);
create index enlist_record_class_id on enlist_record (tenant_id, class_id, registered_on desc);
create index enlist_record_major_after on enlist_record (tenant_id, major_after);
create index enlist_record_state on enlist_record (tenant_id, state, registered_on desc);
create index enlist_record_year on enlist_record (tenant_id, year desc, id);
create index enlist_record_notice_date on enlist_record (tenant_id, notice_date, id);
create index enlist_record_discharged_on on enlist_record (tenant_id, discharged_on, id);
-- Who is due to return: the list, and what the clock looks at.
create index enlist_record_return_by on enlist_record (tenant_id, stage, return_by, id);

create table military_aid (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, enlist_id uuid,
  kind text not null check (kind in ('compensation', 'loanRepay', 'waiver', 'retiredWaiver')), form_no text, proofs jsonb,
  years jsonb not null default '[]', stated jsonb, total bigint not null default 0, to_bank bigint not null default 0, to_student bigint not null default 0,
  pay_to text not null default 'student' check (pay_to in ('student', 'bank', 'feeAccount')), tuition_opinion text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'reported', 'funded', 'paid', 'stopped')),
  reported_on date, reported_by_id uuid, funded_on date, fund_id uuid, listed_at timestamptz, bank_paid_on date, paid_on date,
  recovery text check (recovery in ('open', 'charged', 'recovered', 'dropped')), recover_amount bigint, recover_reason text, recover_line_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, enlist_id) references enlist_record (tenant_id, id),
  foreign key (tenant_id, reported_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  foreign key (tenant_id, recover_line_id) references bill_line (tenant_id, id),
  constraint military_aid_shares check (total >= 0 and to_bank >= 0 and to_student >= 0)
);
-- One aid for one service: compensation and repayment are the same claim, and so are the two waivers.
create unique index military_aid_one on military_aid (tenant_id, student_id, (kind in ('waiver', 'retiredWaiver')), coalesce(enlist_id, student_id))
  where state in ('pending', 'returned', 'approved', 'reported', 'funded', 'paid');
create index military_aid_created on military_aid (tenant_id, created_at desc, id);
create index military_aid_student_id on military_aid (tenant_id, student_id, created_at desc);
create index military_aid_department_id on military_aid (tenant_id, department_id, created_at desc);
create index military_aid_class_id on military_aid (tenant_id, class_id, created_at desc);
create index military_aid_enlist_id on military_aid (tenant_id, enlist_id);
create index military_aid_fund_id on military_aid (tenant_id, fund_id);
create index military_aid_reported_by_id on military_aid (tenant_id, reported_by_id);
create index military_aid_recover_line_id on military_aid (tenant_id, recover_line_id);
create index military_aid_state on military_aid (tenant_id, state, created_at desc);
create index military_aid_total on military_aid (tenant_id, total, id);
create index military_aid_reported_on on military_aid (tenant_id, reported_on, id);

create table enlist_target (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  year int not null, department_id uuid not null, target int not null check (target >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index enlist_target_key on enlist_target (tenant_id, year, department_id);
create index enlist_target_department_id on enlist_target (tenant_id, department_id);
