-- Units, the posts they offer, who applies for them, and who is on duty.
create table employ_unit (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, kind text not null default 'internal' check (kind in ('internal', 'external')), department_id uuid, licence_no text, contact text not null, phone text not null,
  user_ids jsonb, agreement_files jsonb, budget_fund_id uuid, state text not null default 'draft', maker_id uuid, stop_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, budget_fund_id) references fund_account (tenant_id, id)
);
create unique index employ_unit_name_key on employ_unit (tenant_id, name);
create index employ_unit_state on employ_unit (tenant_id, state);
create index employ_unit_department_id on employ_unit (tenant_id, department_id);
create index employ_unit_budget_fund_id on employ_unit (tenant_id, budget_fund_id);

create table work_post (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  unit_id uuid not null, title text not null, duties text not null, post_type text not null default 'fixed' check (post_type in ('fixed', 'temporary')), headcount int not null check (headcount between 1 and 200),
  filled int not null default 0, place text not null, campus_id uuid not null, schedule jsonb not null, hours_per_week numeric(4, 1) not null, pay_mode text not null default 'hourly' check (pay_mode in ('hourly', 'monthly')),
  rate bigint not null check (rate > 0), requires text, difficulty_first boolean not null default true, apply_from timestamptz not null, apply_to timestamptz not null, work_from date not null, work_to date not null,
  hazard text not null default 'ordinary', safety_note text, conditions jsonb, state text not null default 'draft', opened_at timestamptz, maker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  constraint work_post_filled check (filled between 0 and headcount)
);
create index work_post_unit_id on work_post (tenant_id, unit_id);
create index work_post_campus_id on work_post (tenant_id, campus_id);
create index work_post_headcount on work_post (tenant_id, headcount, id);
create index work_post_rate on work_post (tenant_id, rate, id);
create index work_post_apply_to on work_post (tenant_id, apply_to desc, id);
create index work_post_work_to on work_post (tenant_id, work_to, id);
create index work_post_state_apply_to on work_post (tenant_id, state, apply_to desc);
create index work_post_opened_at on work_post (tenant_id, opened_at desc, id);

create table post_interview (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  post_id uuid not null, unit_id uuid not null, slot timestamptz not null, place text not null, seats int not null default 10 check (seats between 1 and 200), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, post_id) references work_post (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id)
);
create index post_interview_post_id on post_interview (tenant_id, post_id);
create index post_interview_unit_id_slot on post_interview (tenant_id, unit_id, slot desc);
create index post_interview_slot on post_interview (tenant_id, slot desc, id);

create table post_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  post_id uuid not null, student_id uuid not null, unit_id uuid not null, department_id uuid, class_id uuid, free_slots jsonb, skills text, statement text, fdy_fit text check (fdy_fit in ('fit', 'unfit')),
  fdy_opinion text, interview_id uuid, result int check (result between 0 and 100), result_note text,
  state text not null default 'pending' check (state in ('pending', 'interview', 'offered', 'accepted', 'declined', 'lapsed', 'rejected', 'withdrawn')), offered_at timestamptz, offer_until timestamptz,
  remind_at timestamptz, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, post_id) references work_post (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, interview_id) references post_interview (tenant_id, id),
  constraint post_application_offer check (state <> 'offered' or offer_until is not null)
);
create unique index post_application_post_id_student_id_key on post_application (tenant_id, post_id, student_id);
create index post_application_created_at on post_application (tenant_id, created_at desc, id);
create index post_application_student_id on post_application (tenant_id, student_id);
create index post_application_unit_id_state on post_application (tenant_id, unit_id, state);
create index post_application_department_id on post_application (tenant_id, department_id);
create index post_application_class_id on post_application (tenant_id, class_id);
create index post_application_interview_id on post_application (tenant_id, interview_id);
create index post_application_result on post_application (tenant_id, result, id);
create index post_application_state_created_at on post_application (tenant_id, state, created_at desc);
-- What the clock looks at.
create index post_application_offer_until on post_application (tenant_id, offer_until, id);

create table engagement (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  application_id uuid not null, post_id uuid not null, unit_id uuid not null, student_id uuid not null, "from" date not null, "to" date, agreement_signed_at timestamptz, agreement_files jsonb,
  state text not null default 'active' check (state in ('active', 'ended')), end_cause text, end_note text, rating int check (rating between 1 and 5), rating_note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references post_application (tenant_id, id),
  foreign key (tenant_id, post_id) references work_post (tenant_id, id),
  foreign key (tenant_id, unit_id) references employ_unit (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint engagement_ended check (state = 'active' or ("to" is not null and end_cause is not null))
);
-- A student is on a post once at a time.
create unique index engagement_one on engagement (tenant_id, post_id, student_id) where state = 'active';
create index engagement_from on engagement (tenant_id, "from" desc, id);
create index engagement_to on engagement (tenant_id, "to" desc, id);
create index engagement_state_from on engagement (tenant_id, state, "from" desc);
create index engagement_student_id on engagement (tenant_id, student_id);
create index engagement_unit_id_state on engagement (tenant_id, unit_id, state);
create index engagement_application_id on engagement (tenant_id, application_id);
create index engagement_rating on engagement (tenant_id, rating, id);
