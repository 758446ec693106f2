-- Students who live outside, what they report, and how they are looked after there.
create table off_campus_stay (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, grade int, department_id uuid, class_id uuid,
  kind text not null check (kind in ('withFamily', 'relative', 'rent', 'internship', 'medical', 'married', 'other')), reason text not null, from_on date not null, to_on date not null, proofs jsonb,
  canton_code text not null, address text not null, landlord_name text, landlord_phone text, contract jsonb, contract_until date, cohabitants text,
  guardian_id uuid not null, emergency_name text not null, emergency_phone text not null, keep_bed boolean not null default false, pledge boolean not null, earlier_id uuid,
  consent_state text not null default 'none' check (consent_state in ('none', 'sent', 'agreed', 'refused')), consent_id uuid,
  call_at timestamptz, call_way text check (call_way in ('phone', 'video', 'visit')), call_words text, call_by_id uuid,
  pledge_version text not null, pledge_signed_at timestamptz not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'active', 'expired', 'ended', 'revoked')),
  approved_at timestamptz, begin_at timestamptz, end_at timestamptz, last_night date, ended_on date, end_reason text, due_mark text,
  report_due_at timestamptz, report_mark text, reported_at timestamptz, is_unwell boolean not null default false, last_check_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, guardian_id) references family_member (tenant_id, id),
  foreign key (tenant_id, earlier_id) references off_campus_stay (tenant_id, id),
  foreign key (tenant_id, consent_id) references guardian_consent (tenant_id, id),
  foreign key (tenant_id, call_by_id) references sys_user (tenant_id, id),
  constraint off_campus_stay_order check (to_on > from_on),
  constraint off_campus_stay_approved check (approved_at is null or (last_night is not null and begin_at is not null and end_at is not null))
);
-- A double tap makes one application.
create unique index off_campus_stay_open on off_campus_stay (tenant_id, student_id) where state in ('pending', 'returned');
create index off_campus_stay_created on off_campus_stay (tenant_id, created_at desc, id);
create index off_campus_stay_student on off_campus_stay (tenant_id, student_id, from_on);
create index off_campus_stay_department on off_campus_stay (tenant_id, department_id, created_at desc);
create index off_campus_stay_class on off_campus_stay (tenant_id, class_id, created_at desc);
create index off_campus_stay_guardian on off_campus_stay (tenant_id, guardian_id);
create index off_campus_stay_earlier on off_campus_stay (tenant_id, earlier_id);
create index off_campus_stay_consent on off_campus_stay (tenant_id, consent_id);
create index off_campus_stay_caller on off_campus_stay (tenant_id, call_by_id);
create index off_campus_stay_state on off_campus_stay (tenant_id, state, created_at desc);
create index off_campus_stay_kind on off_campus_stay (tenant_id, kind, created_at desc);
create index off_campus_stay_from on off_campus_stay (tenant_id, from_on, id);
create index off_campus_stay_to on off_campus_stay (tenant_id, to_on, id);
create index off_campus_stay_approved on off_campus_stay (tenant_id, approved_at, id);
create index off_campus_stay_ended on off_campus_stay (tenant_id, ended_on, id);
create index off_campus_stay_reported on off_campus_stay (tenant_id, reported_at, id);
create index off_campus_stay_report_due on off_campus_stay (tenant_id, report_due_at, id);
create index off_campus_stay_checked on off_campus_stay (tenant_id, last_check_at, id);
create index off_campus_stay_place on off_campus_stay (tenant_id, canton_code, address);
create index off_campus_stay_begins on off_campus_stay (tenant_id, begin_at) where state = 'approved';
create index off_campus_stay_ends on off_campus_stay (tenant_id, end_at) where state = 'active';

create table off_campus_report (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stay_id uuid not null, student_id uuid not null, still_there boolean not null, all_well boolean not null, changes text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, stay_id) references off_campus_stay (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index off_campus_report_created on off_campus_report (tenant_id, created_at desc, id);
create index off_campus_report_stay on off_campus_report (tenant_id, stay_id, created_at desc);
create index off_campus_report_student on off_campus_report (tenant_id, student_id, created_at desc);

create table off_campus_check (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stay_id uuid not null, student_id uuid not null, at timestamptz not null, way text not null check (way in ('visit', 'video', 'phone')), reached boolean not null default true,
  findings jsonb, photos jsonb, rectify_by date, result text, risk_due_at timestamptz, risk_told_at timestamptz, solved_at timestamptz, by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, stay_id) references off_campus_stay (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index off_campus_check_at on off_campus_check (tenant_id, at desc, id);
create index off_campus_check_stay on off_campus_check (tenant_id, stay_id, at desc);
create index off_campus_check_student on off_campus_check (tenant_id, student_id, at desc);
create index off_campus_check_rectify on off_campus_check (tenant_id, rectify_by, id);
create index off_campus_check_by on off_campus_check (tenant_id, by_id);
create index off_campus_check_risks on off_campus_check (tenant_id, risk_due_at) where solved_at is null;
