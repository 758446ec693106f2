-- Entrance examinations: batches, plans, who the province has named, and who has registered.
create table exam_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  kind text not null default 'single' check (kind in ('single', 'upgrade', 'other')), year int not null,
  review_to timestamptz not null, pay_to timestamptz not null, max_choices int not null default 2, adjust boolean not null default true,
  fee bigint not null default 0 check (fee >= 0), notice text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
create index exam_batch_begin_time on exam_batch (tenant_id, begin_time desc, id);
create index exam_batch_end_time on exam_batch (tenant_id, end_time desc, id);
create index exam_batch_name on exam_batch (tenant_id, name, id);
create index exam_batch_year on exam_batch (tenant_id, year desc, id);

create table exam_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, code text not null, major_id uuid not null, campus_id uuid, quotas jsonb not null, subjects jsonb not null, requirements text, tuition bigint,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id)
);
create unique index exam_plan_code on exam_plan (tenant_id, batch_id, code);
create index exam_plan_by_code on exam_plan (tenant_id, code, id);
create index exam_plan_major_id on exam_plan (tenant_id, major_id);
create index exam_plan_campus_id on exam_plan (tenant_id, campus_id);

create table exam_candidate (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, ksh text not null, id_no text not null, id_no_hash text not null, name text not null, gender_code text not null, birth_date date,
  category text, school text, canton text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, canton) references canton (tenant_id, code)
);
create unique index exam_candidate_ksh on exam_candidate (tenant_id, batch_id, ksh);
create unique index exam_candidate_id_no on exam_candidate (tenant_id, batch_id, id_no_hash);
create index exam_candidate_order on exam_candidate (tenant_id, ksh, id);
create index exam_candidate_name on exam_candidate (tenant_id, name, id);
create index exam_candidate_canton on exam_candidate (tenant_id, canton);

create table exam_applicant (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, user_id uuid not null, person_id uuid not null, ksh text not null, id_no text not null, id_no_hash text not null, name text not null,
  gender_code text not null, birth_date date not null, category text, school text, canton text, photo_id jsonb, phone text, address text, guardian text, political_code text,
  is_listed boolean not null default false, is_photo_unchecked boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, canton) references canton (tenant_id, code)
);
-- A candidate number, a person and an account each register once in a batch (30-EA2).
create unique index exam_applicant_ksh on exam_applicant (tenant_id, batch_id, ksh);
create unique index exam_applicant_id_no on exam_applicant (tenant_id, batch_id, id_no_hash);
create unique index exam_applicant_user on exam_applicant (tenant_id, batch_id, user_id);
create index exam_applicant_order on exam_applicant (tenant_id, ksh, id);
create index exam_applicant_name on exam_applicant (tenant_id, name, id);
create index exam_applicant_user_id on exam_applicant (tenant_id, user_id);
create index exam_applicant_person_id on exam_applicant (tenant_id, person_id);
create index exam_applicant_canton on exam_applicant (tenant_id, canton);

create table exam_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, exam_applicant_id uuid not null, user_id uuid not null, ksh text not null, name text not null, category text,
  choices jsonb not null default '[]', obey_adjust boolean not null default false, exempt text not null default 'none' check (exempt in ('none', 'culture', 'all')),
  exempt_state text check (exempt_state in ('open', 'granted', 'refused')), exempt_note text, proofs jsonb, special text, commitment boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'pending', 'returned', 'rejected', 'approved', 'paid', 'lapsed')),
  choice_seq int not null default 0, submitted_at timestamptz, doubts jsonb not null default '[]', is_green boolean not null default false,
  held_by uuid, held_until timestamptz, first_reviewer_id uuid, reviewer_id uuid, reviewed_at timestamptz, review_note text, bill_line_id uuid, paid_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, exam_applicant_id) references exam_applicant (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, held_by) references sys_user (tenant_id, id),
  foreign key (tenant_id, first_reviewer_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, reviewer_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id),
  check ((exempt = 'none') = (exempt_state is null))
);
create unique index exam_application_applicant on exam_application (tenant_id, exam_applicant_id);
create index exam_application_order on exam_application (tenant_id, ksh, id);
create index exam_application_name on exam_application (tenant_id, name, id);
create index exam_application_state on exam_application (tenant_id, batch_id, state, submitted_at, id);
create index exam_application_by_state on exam_application (tenant_id, state, id);
create index exam_application_submitted_at on exam_application (tenant_id, submitted_at desc, id);
create index exam_application_reviewed_at on exam_application (tenant_id, reviewed_at desc, id);
create index exam_application_paid_at on exam_application (tenant_id, paid_at desc, id);
create index exam_application_user_id on exam_application (tenant_id, user_id);
create index exam_application_bill_line_id on exam_application (tenant_id, bill_line_id);
create index exam_application_held_by on exam_application (tenant_id, held_by);
create index exam_application_first_reviewer_id on exam_application (tenant_id, first_reviewer_id);
create index exam_application_reviewer_id on exam_application (tenant_id, reviewer_id);
create index exam_application_choices on exam_application using gin (choices);

create table exam_choice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  application_id uuid not null, seq int not null, choices jsonb not null, obey_adjust boolean not null, confirmed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references exam_application (tenant_id, id) on delete cascade
);
create unique index exam_choice_seq on exam_choice (tenant_id, application_id, seq);
create index exam_choice_order on exam_choice (tenant_id, seq desc, id);
