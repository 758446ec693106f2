-- Activities from the proposal on, who takes part, and what became of them.
create table activity (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, summary text not null, category text not null, level text not null check (level in ('school', 'college', 'society', 'class')),
  start_at timestamptz not null, end_at timestamptz not null, venue_id uuid, place text, online boolean not null default false,
  enrol_from timestamptz not null, enrol_to timestamptz not null, cancel_until timestamptz,
  members_only boolean not null default false, college_ids jsonb, grades jsonb, quota int check (quota > 0), waitlist int not null default 0 check (waitlist >= 0),
  guests text, risks jsonb, risk_plan jsonb, hours numeric(5, 1) not null, points numeric(6, 2) not null default 0, labour_hours numeric(5, 1) not null default 0,
  sign_rule text not null default 'in' check (sign_rule in ('in', 'inOut')),
  organiser_type text not null check (organiser_type in ('society', 'department', 'class')), society_id uuid, department_id uuid, class_id uuid,
  applicant_id uuid not null, owner_department_id uuid, advisor_id uuid,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'settled')), state_note text,
  held int not null default 0, arrivals int not null default 0, sign_task_id text, settled_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, applicant_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, advisor_id) references teacher (tenant_id, id),
  -- whoever is one too many is refused by the table itself
  constraint activity_seats check (held between 0 and coalesce(quota, held)),
  constraint activity_span check (end_at > start_at),
  constraint activity_window check (enrol_to > enrol_from)
);
create index activity_start_at on activity (tenant_id, start_at desc, id);
create index activity_end_at on activity (tenant_id, end_at, id);
create index activity_title on activity (tenant_id, title, id);
create index activity_quota on activity (tenant_id, quota, id);
create index activity_state on activity (tenant_id, state, start_at desc);
create index activity_closing on activity (tenant_id, end_at) where state = 'approved';
create index activity_open on activity (tenant_id, enrol_to) where state = 'approved';
create index activity_venue_id on activity (tenant_id, venue_id, start_at);
create index activity_society_id on activity (tenant_id, society_id, start_at desc);
create index activity_department_id on activity (tenant_id, department_id);
create index activity_class_id on activity (tenant_id, class_id);
create index activity_applicant_id on activity (tenant_id, applicant_id, start_at desc);
create index activity_owner_department_id on activity (tenant_id, owner_department_id, start_at desc);
create index activity_advisor_id on activity (tenant_id, advisor_id, start_at desc);

create table activity_enrolment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, student_id uuid not null, advisor_id uuid, owner_department_id uuid, department_id uuid, class_id uuid, seq int not null,
  state text not null default 'admitted' check (state in ('admitted', 'waiting', 'offered', 'expired', 'cancelled', 'present', 'late', 'absent', 'excused')),
  enrolled_at timestamptz not null, offered_until timestamptz, cancelled_at timestamptz, note text,
  signed_at timestamptz, out_at timestamptz, hours numeric(5, 1) check (hours >= 0), marked_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, advisor_id) references teacher (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, marked_by_id) references sys_user (tenant_id, id)
);
-- A student is in an activity once; they are numbered under its lock.
create unique index activity_enrolment_activity_id_student_id_key on activity_enrolment (tenant_id, activity_id, student_id);
create index activity_enrolment_queue on activity_enrolment (tenant_id, activity_id, state, seq);
create index activity_enrolment_student_id on activity_enrolment (tenant_id, student_id, state);
create index activity_enrolment_enrolled_at on activity_enrolment (tenant_id, enrolled_at desc, id);
create index activity_enrolment_state on activity_enrolment (tenant_id, state, enrolled_at desc);
create index activity_enrolment_seq on activity_enrolment (tenant_id, seq, id);
create index activity_enrolment_offered on activity_enrolment (tenant_id, offered_until) where state = 'offered';
create index activity_enrolment_advisor_id on activity_enrolment (tenant_id, advisor_id);
create index activity_enrolment_owner_department_id on activity_enrolment (tenant_id, owner_department_id);
create index activity_enrolment_department_id on activity_enrolment (tenant_id, department_id);
create index activity_enrolment_class_id on activity_enrolment (tenant_id, class_id);
create index activity_enrolment_marked_by_id on activity_enrolment (tenant_id, marked_by_id);
