-- Activities of alumni: who enrols and waits, what they pay, and who may enter the campus.
create table alumni_activity (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, content text, place text not null, "from" timestamptz not null, "to" timestamptz not null, enrol_to timestamptz not null,
  capacity int not null check (capacity > 0), companions int check (companions between 0 and 3), fee bigint check (fee > 0), refund_until timestamptz, refund_percent int check (refund_percent between 0 and 100),
  has_pass boolean not null default false, club_id uuid, state text not null default 'draft' check (state in ('draft', 'published', 'cancelled')), cancel_reason text,
  taken int not null default 0, arrivals int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, club_id) references alumni_club (tenant_id, id),
  constraint alumni_activity_dates check ("to" > "from" and enrol_to <= "from"),
  constraint alumni_activity_refund check (fee is null or refund_until is not null),
  -- Companions count.
  constraint alumni_activity_taken check (taken between 0 and capacity)
);
create index alumni_activity_from on alumni_activity (tenant_id, "from" desc, id);
create index alumni_activity_title on alumni_activity (tenant_id, title, id);
create index alumni_activity_state on alumni_activity (tenant_id, state, "from" desc);
create index alumni_activity_club_id on alumni_activity (tenant_id, club_id);

create table alumni_enrolment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, alumnus_id uuid not null, companions int not null default 0 check (companions between 0 and 3), plate text, seq int not null,
  state text not null check (state in ('enrolled', 'waitlist', 'cancelled', 'attended')), enrolled_at timestamptz not null, checked_at timestamptz,
  due bigint, pay_by date, bill_line_id uuid, payer_type text check (payer_type in ('student', 'alumnus')), payer_id text, code text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references alumni_activity (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id)
);
create unique index alumni_enrolment_key on alumni_enrolment (tenant_id, activity_id, alumnus_id);
create unique index alumni_enrolment_code on alumni_enrolment (tenant_id, code);
create index alumni_enrolment_activity_id on alumni_enrolment (tenant_id, activity_id, seq);
create index alumni_enrolment_alumnus_id on alumni_enrolment (tenant_id, alumnus_id);
create index alumni_enrolment_bill_line_id on alumni_enrolment (tenant_id, bill_line_id);
create index alumni_enrolment_seq on alumni_enrolment (tenant_id, seq, id);
create index alumni_enrolment_state on alumni_enrolment (tenant_id, activity_id, state, seq);
create index alumni_enrolment_enrolled_at on alumni_enrolment (tenant_id, enrolled_at, id);
create index alumni_enrolment_pay_by on alumni_enrolment (tenant_id, pay_by) where state = 'enrolled';

create table alumni_day_pass (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, enrolment_id uuid not null, name text not null, people int not null check (people > 0), plate text, from_day date not null, to_day date not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references alumni_activity (tenant_id, id),
  foreign key (tenant_id, enrolment_id) references alumni_enrolment (tenant_id, id),
  check (to_day >= from_day)
);
create unique index alumni_day_pass_key on alumni_day_pass (tenant_id, enrolment_id);
create index alumni_day_pass_activity_id on alumni_day_pass (tenant_id, activity_id);
create index alumni_day_pass_from_day on alumni_day_pass (tenant_id, from_day desc, name, id);
create index alumni_day_pass_to_day on alumni_day_pass (tenant_id, to_day);
