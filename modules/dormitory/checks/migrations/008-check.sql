create table check_scheme (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  kind text not null default 'health' check (kind in ('health', 'safety', 'fire', 'mixed')),
  items jsonb not null,
  grades jsonb,
  cycle text not null default 'weekly' check (cycle in ('weekly', 'monthly', 'quarterly', 'none')),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index check_scheme_name_key on check_scheme (tenant_id, name);

-- A round whose audience are its checkers.
create table check_task (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null,
  name text not null,
  xn text,
  xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null,
  end_time timestamptz not null,
  audience jsonb not null,
  state text not null default 'draft',
  quotas jsonb,
  notice_workdays int,
  copied_from text,
  owner_department_id uuid,
  state_note text,
  published_at timestamptz,
  audience_count int,
  publisher jsonb,
  scheme_id uuid not null,
  scope_kind text not null default 'buildings' check (scope_kind in ('buildings', 'sample')),
  dorm_ids jsonb,
  sample_percent int,
  seed int,
  blind boolean not null default false,
  recheck_of uuid,
  room_count int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references check_scheme (tenant_id, id),
  foreign key (tenant_id, recheck_of) references check_task (tenant_id, id),
  check (end_time > begin_time),
  check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled'))
);
create index check_task_begin_time on check_task (tenant_id, begin_time desc, id);
create index check_task_end_time on check_task (tenant_id, end_time, id);
create index check_task_name on check_task (tenant_id, name, id);
create index check_task_scheme_id on check_task (tenant_id, scheme_id);
create index check_task_recheck_of on check_task (tenant_id, recheck_of);
create index check_task_owner_department_id on check_task (tenant_id, owner_department_id);

-- The rooms a task looks at, settled when it is published: a sample must not move while it is walked.
create table check_task_room (
  tenant_id uuid not null references tenant, task_id uuid not null, room_id uuid not null,
  dorm_id uuid not null,
  primary key (tenant_id, task_id, room_id),
  foreign key (tenant_id, task_id) references check_task (tenant_id, id) on delete cascade,
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id)
);
create index check_task_room_dorm_id on check_task_room (tenant_id, task_id, dorm_id);
create index check_task_room_room_id on check_task_room (tenant_id, room_id);

-- One room in one task, however many looked at it and from whichever phone they sent it.
create table check_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  task_id uuid not null,
  room_id uuid not null,
  dorm_id uuid not null,
  kind text not null check (kind in ('health', 'safety', 'fire', 'mixed')),
  class_id uuid,
  department_id uuid,
  checker_ids jsonb,
  checked_at timestamptz not null,
  week date not null,
  sheets jsonb not null,
  dropped jsonb,
  item_scores jsonb,
  public_score numeric(5, 1),
  personal_score numeric(5, 1),
  room_score numeric(5, 1),
  grade text check (grade in ('excellent', 'good', 'fair', 'pass', 'fail')),
  veto_items jsonb,
  photos jsonb,
  note text,
  no_one_in boolean not null default false,
  refused boolean not null default false,
  is_valid boolean not null default true,
  objection_state text not null default 'none' check (objection_state in ('none', 'open', 'upheld', 'changed')),
  objection_text text,
  objection_by uuid,
  objection_at timestamptz,
  objection_answer text,
  objection_answered_at timestamptz,
  recheck_task_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references check_task (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, recheck_task_id) references check_task (tenant_id, id),
  -- What counts has a score, what does not has none.
  constraint check_record_scored check (is_valid = (room_score is not null) and is_valid = (grade is not null)),
  check (room_score between 0 and 100),
  check (extract(isodow from week) = 1)
);
create unique index check_record_task_id_room_id_key on check_record (tenant_id, task_id, room_id);
create index check_record_checked_at on check_record (tenant_id, checked_at desc, id);
create index check_record_week on check_record (tenant_id, week desc, id);
create index check_record_room_score on check_record (tenant_id, room_score, id);
create index check_record_objection_at on check_record (tenant_id, objection_at desc, id);
create index check_record_room_id on check_record (tenant_id, room_id, checked_at desc);
create index check_record_dorm_id on check_record (tenant_id, dorm_id, checked_at desc);
create index check_record_class_id on check_record (tenant_id, class_id, checked_at desc);
create index check_record_department_id on check_record (tenant_id, department_id, checked_at desc);
create index check_record_grade on check_record (tenant_id, grade, checked_at desc);
create index check_record_recheck_task_id on check_record (tenant_id, recheck_task_id);
-- What counts for a week, and what waits for somebody.
create index check_record_counting on check_record (tenant_id, week, room_id) where kind = 'health' and is_valid;
create index check_record_open on check_record (tenant_id, objection_at) where objection_state = 'open';
create index check_record_failed on check_record (tenant_id, checked_at) where grade = 'fail' and recheck_task_id is null;

-- What a week makes of a room, a class and a college; null where nothing was checked.
create table check_week (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  week date not null check (extract(isodow from week) = 1),
  level text not null check (level in ('room', 'class', 'college')),
  room_id uuid,
  dorm_id uuid,
  class_id uuid,
  department_id uuid,
  student_ids jsonb,
  score numeric(6, 2),
  checks int not null default 0,
  rank int,
  ranked int,
  published_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check ((level = 'room') = (room_id is not null)),
  check ((score is null) = (rank is null))
);
-- One row for each that is ranked, so that a week published twice at once stays one.
create unique index check_week_room_key on check_week (tenant_id, week, room_id) where level = 'room';
create unique index check_week_class_key on check_week (tenant_id, week, class_id) where level = 'class';
create unique index check_week_college_key on check_week (tenant_id, week, department_id) where level = 'college';
create index check_week_week on check_week (tenant_id, week desc, rank, id);
create index check_week_level on check_week (tenant_id, level, week desc, rank);
create index check_week_rank on check_week (tenant_id, rank, id);
create index check_week_score on check_week (tenant_id, score, id);
create index check_week_room_id on check_week (tenant_id, room_id, week desc);
create index check_week_dorm_id on check_week (tenant_id, dorm_id, week desc, rank);
create index check_week_class_id on check_week (tenant_id, class_id, week desc);
create index check_week_department_id on check_week (tenant_id, department_id, week desc);

create sequence dorm_violation_no_seq;
create sequence dorm_seized_no_seq;
-- Of a student, or of a room where nobody is identified. There is no amount: no fines exist.
create table dorm_violation (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  violation_no text not null default 'WJ' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('dorm_violation_no_seq') % 1000000)::text, 4, '0'),
  student_id uuid,
  room_id uuid,
  dorm_id uuid,
  class_id uuid,
  department_id uuid,
  type text not null,
  level text not null default 'ordinary' check (level in ('minor', 'ordinary', 'serious')),
  at timestamptz not null,
  place text,
  details text not null,
  evidence jsonb,
  state text not null default 'recorded' check (state in ('recorded', 'heard', 'confirmed', 'dismissed', 'referred')),
  source_type text not null default 'manual' check (source_type in ('manual', 'checkRecord', 'dormPatrol', 'nightLine')),
  source_id text,
  source_seq text,
  asked_at timestamptz,
  statement_due timestamptz,
  statement text,
  stated_by uuid,
  heard_as text check (heard_as in ('stated', 'waived', 'expired')),
  heard_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  decision text,
  seized_item text,
  seized_receipt_no text,
  seized_at timestamptz,
  return_on date,
  returned_at timestamptz,
  discipline_case_id text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check (student_id is not null or room_id is not null),
  -- Nothing stands against anybody who was not asked.
  constraint dorm_violation_heard check (state not in ('confirmed', 'referred') or (asked_at is not null and heard_as is not null)),
  constraint dorm_violation_seized check ((seized_item is null) = (seized_receipt_no is null) and (seized_item is null or return_on is not null))
);
create unique index dorm_violation_violation_no_key on dorm_violation (tenant_id, violation_no);
create unique index dorm_violation_seized_receipt_no_key on dorm_violation (tenant_id, seized_receipt_no);
-- What made a draft makes it once.
create unique index dorm_violation_source_type_source_id_source_seq_key on dorm_violation (tenant_id, source_type, source_id, source_seq);
create index dorm_violation_at on dorm_violation (tenant_id, at desc, id);
create index dorm_violation_statement_due on dorm_violation (tenant_id, statement_due, id);
create index dorm_violation_decided_at on dorm_violation (tenant_id, decided_at desc, id);
create index dorm_violation_return_on on dorm_violation (tenant_id, return_on, id);
create index dorm_violation_student_id on dorm_violation (tenant_id, student_id, at desc);
create index dorm_violation_room_id on dorm_violation (tenant_id, room_id, at desc);
create index dorm_violation_dorm_id on dorm_violation (tenant_id, dorm_id, at desc);
create index dorm_violation_class_id on dorm_violation (tenant_id, class_id, at desc);
create index dorm_violation_department_id on dorm_violation (tenant_id, department_id, at desc);
create index dorm_violation_state on dorm_violation (tenant_id, state, at desc);

create table civilised_round (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null,
  name text not null,
  xn text,
  xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null,
  end_time timestamptz not null,
  audience jsonb not null,
  state text not null default 'draft',
  quotas jsonb,
  notice_workdays int,
  copied_from text,
  owner_department_id uuid,
  state_note text,
  published_at timestamptz,
  audience_count int,
  publisher jsonb,
  notice_level text,
  notice_columns jsonb,
  "from" date not null,
  "to" date not null,
  min_mean numeric(5, 1) not null default 90,
  min_single numeric(5, 1) not null default 75,
  quota_percent int not null default 15,
  stage text not null default 'applying' check (stage in ('applying', 'publicised', 'awarded')),
  notice_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (end_time > begin_time),
  check ("to" >= "from"),
  check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled'))
);
create index civilised_round_begin_time on civilised_round (tenant_id, begin_time desc, id);
create index civilised_round_end_time on civilised_round (tenant_id, end_time, id);
create index civilised_round_name on civilised_round (tenant_id, name, id);
create index civilised_round_owner_department_id on civilised_round (tenant_id, owner_department_id);
create index civilised_round_notice_id on civilised_round (tenant_id, notice_id);

create table civilised_room (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null,
  room_id uuid not null,
  dorm_id uuid not null,
  class_id uuid,
  department_id uuid,
  student_id uuid not null,
  student_ids jsonb not null,
  mean numeric(6, 2) not null,
  lowest numeric(5, 1) not null,
  checks int not null,
  reason text,
  state text not null check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'publicised', 'awarded', 'lost')),
  state_note text,
  awarded_at timestamptz,
  lost_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references civilised_round (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- A room applies once in a round, whichever of its occupants is faster.
create unique index civilised_room_round_id_room_id_key on civilised_room (tenant_id, round_id, room_id);
create index civilised_room_mean on civilised_room (tenant_id, mean desc, id);
create index civilised_room_state on civilised_room (tenant_id, state, id);
create index civilised_room_awarded_at on civilised_room (tenant_id, awarded_at desc, id);
create index civilised_room_room_id on civilised_room (tenant_id, room_id, awarded_at);
create index civilised_room_dorm_id on civilised_room (tenant_id, dorm_id);
create index civilised_room_student_id on civilised_room (tenant_id, student_id);
create index civilised_room_class_id on civilised_room (tenant_id, class_id);
create index civilised_room_department_id on civilised_room (tenant_id, department_id);

-- A row about a room lies in the building the room stands in.
create function place_room_row() returns trigger language plpgsql as $$
begin
  if new.room_id is not null then
    select r.dorm_id into new.dorm_id from dorm_room r where r.tenant_id = new.tenant_id and r.id = new.room_id;
  end if;
  return new;
end $$;
create trigger check_record_place before insert on check_record for each row execute function place_room_row();
create trigger check_week_place before insert on check_week for each row execute function place_room_row();
create trigger dorm_violation_place before insert or update of room_id on dorm_violation for each row execute function place_room_row();
create trigger civilised_room_place before insert on civilised_room for each row execute function place_room_row();
