-- Yearly reviews: the rounds, what was counted of each society, and how content its members are.
alter table society add last_grade text check (last_grade in ('excellent', 'good', 'pass', 'fail'));

create table society_review_round (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')), quotas jsonb, notice_workdays int, copied_from text,
  owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  period_from date not null, period_to date not null, weights jsonb not null,
  stage text not null default 'reporting' check (stage in ('reporting', 'approving', 'publicised', 'settled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time),
  constraint society_review_round_period check (period_to >= period_from)
);
create index society_review_round_begin_time on society_review_round (tenant_id, begin_time desc, id);
create index society_review_round_name on society_review_round (tenant_id, name);
create index society_review_round_owner_department_id on society_review_round (tenant_id, owner_department_id);

create table society_review (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null, society_id uuid not null, student_id uuid, self_text text,
  members int, activities int, participants int, hours numeric(6, 1), open_drafts int, raters int,
  scores jsonb, total numeric(5, 2), place int, faults jsonb, grade text check (grade in ('excellent', 'good', 'pass', 'fail')), grade_reason text, advice text,
  state text not null default 'open' check (state in ('open', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'publicised', 'final')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references society_review_round (tenant_id, id) on delete cascade,
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint society_review_graded check (state not in ('publicised', 'final') or (total is not null and grade is not null))
);
create unique index society_review_round_id_society_id_key on society_review (tenant_id, round_id, society_id);
create index society_review_society_id on society_review (tenant_id, society_id, created_at desc);
create index society_review_student_id on society_review (tenant_id, student_id);
create index society_review_place on society_review (tenant_id, place, id);
create index society_review_total on society_review (tenant_id, total, id);
create index society_review_state on society_review (tenant_id, state, id);

create table society_rating (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null, society_id uuid not null, student_id uuid not null, stars int not null check (stars between 1 and 5),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references society_review_round (tenant_id, id) on delete cascade,
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index society_rating_round_id_society_id_student_id_key on society_rating (tenant_id, round_id, society_id, student_id);
create index society_rating_society_id on society_rating (tenant_id, society_id);
create index society_rating_student_id on society_rating (tenant_id, student_id);
