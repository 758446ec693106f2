-- When papers are answered, by whom, and what they answered.
create table test_schedule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  kind text not null default 'safety' check (kind in ('exam', 'safety', 'practice')), intro text, paper_id uuid not null, makeup_paper_id uuid,
  minutes int not null default 60 check (minutes between 5 and 240), late_minutes int, stay_minutes int not null default 0, attempts int not null default 5 check (attempts > 0),
  gap_hours int not null default 0, scoring text not null default 'best' check (scoring in ('best', 'last', 'first')), pass_score numeric(6, 1) not null default 90,
  show_score text not null default 'atOnce', show_answers text not null default 'afterEnd', watch jsonb, leave_limit int, marker_ids jsonb,
  is_welcome_step boolean not null default false, growth_category text, growth_hours numeric(4, 1),
  stage text not null default 'sitting' check (stage in ('sitting', 'marking', 'released')), released_at timestamptz, owner_id uuid, teacher_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, paper_id) references test_paper (tenant_id, id),
  foreign key (tenant_id, makeup_paper_id) references test_paper (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  constraint test_schedule_window check (end_time > begin_time)
);
create index test_schedule_begin_time on test_schedule (tenant_id, begin_time desc, id);
create index test_schedule_end_time on test_schedule (tenant_id, end_time, id);
create index test_schedule_name on test_schedule (tenant_id, name, id);
create index test_schedule_state on test_schedule (tenant_id, state, end_time);
create index test_schedule_owner_department_id on test_schedule (tenant_id, owner_department_id);
create index test_schedule_paper_id on test_schedule (tenant_id, paper_id);
create index test_schedule_makeup_paper_id on test_schedule (tenant_id, makeup_paper_id);
create index test_schedule_owner_id on test_schedule (tenant_id, owner_id);
create index test_schedule_teacher_id on test_schedule (tenant_id, teacher_id);

create table test_candidate (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  schedule_id uuid not null, student_id uuid not null, used int not null default 0, extra_attempts int not null default 0, score numeric(6, 1),
  is_passed boolean not null default false, last_ended_at timestamptz, done_at timestamptz, passed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index test_candidate_schedule_id_student_id_key on test_candidate (tenant_id, schedule_id, student_id);
create index test_candidate_student_id on test_candidate (tenant_id, student_id, schedule_id);
create index test_candidate_created_at on test_candidate (tenant_id, created_at desc, id);

create table test_attempt (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  schedule_id uuid not null, student_id uuid not null, no int not null check (no > 0), paper_id uuid not null, seed int not null, form jsonb not null,
  started_at timestamptz not null, deadline_at timestamptz not null, extra_percent int not null default 0, extra_minutes int not null default 0, holder text not null,
  take_overs int not null default 0, is_locked boolean not null default false, leaves int not null default 0, seen_at timestamptz, submitted_at timestamptz,
  submit_way text check (submit_way in ('self', 'time', 'forced', 'left')), auto numeric(6, 1), manual numeric(6, 1), total numeric(6, 1),
  state text not null default 'running' check (state in ('running', 'submitted', 'marked', 'released', 'voided')), void_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, paper_id) references test_paper (tenant_id, id)
);
create unique index test_attempt_schedule_id_student_id_no_key on test_attempt (tenant_id, schedule_id, student_id, no);
-- One running attempt of a candidate, whoever presses where (60-OT4).
create unique index test_attempt_running on test_attempt (tenant_id, schedule_id, student_id) where state = 'running';
create index test_attempt_deadline on test_attempt (tenant_id, deadline_at) where state = 'running';
create index test_attempt_student_id on test_attempt (tenant_id, student_id, schedule_id);
create index test_attempt_state on test_attempt (tenant_id, schedule_id, state);
create index test_attempt_paper_id on test_attempt (tenant_id, paper_id);
create index test_attempt_created_at on test_attempt (tenant_id, created_at desc, id);

create table test_answer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  attempt_id uuid not null, question_id uuid not null, no int not null check (no > 0), answer jsonb, late_answer jsonb, seq int not null, saved_at timestamptz not null,
  score numeric(6, 1), marked_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, attempt_id) references test_attempt (tenant_id, id) on delete cascade,
  foreign key (tenant_id, question_id) references test_question (tenant_id, id),
  foreign key (tenant_id, marked_by) references sys_user (tenant_id, id)
) with (fillfactor = 80);
-- Also what a save finds its row by.
create unique index test_answer_attempt_id_question_id_key on test_answer (tenant_id, attempt_id, question_id);
create index test_answer_question_id on test_answer (tenant_id, question_id);
create index test_answer_marked_by on test_answer (tenant_id, marked_by);

create table test_flag (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  attempt_id uuid not null, schedule_id uuid not null, student_id uuid not null,
  kind text not null check (kind in ('takeOver', 'leave', 'fullScreen', 'copy', 'late', 'locked')), at timestamptz not null, detail text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, attempt_id) references test_attempt (tenant_id, id) on delete cascade,
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index test_flag_at on test_flag (tenant_id, at desc, id);
create index test_flag_attempt_id on test_flag (tenant_id, attempt_id);
create index test_flag_schedule_id on test_flag (tenant_id, schedule_id, at desc);
create index test_flag_student_id on test_flag (tenant_id, student_id);

create table test_adjustment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, extra_percent int not null default 25 check (extra_percent between 5 and 100), reason text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index test_adjustment_student_id_key on test_adjustment (tenant_id, student_id);
create index test_adjustment_created_at on test_adjustment (tenant_id, created_at desc, id);
