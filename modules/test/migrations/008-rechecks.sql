-- A candidate doubts the score of an attempt (60-OT12); what it was before and after stays readable.
create table test_recheck (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  schedule_id uuid not null, attempt_id uuid not null, student_id uuid not null,
  reason text not null, asked_at timestamptz not null, before numeric(6, 1) not null, after numeric(6, 1), answer text, checked_by uuid, answered_at timestamptz,
  state text not null default 'asked' check (state in ('asked', 'unchanged', 'changed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references test_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attempt_id) references test_attempt (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, checked_by) references sys_user (tenant_id, id),
  check ((state = 'asked') = (answered_at is null))
);
-- Asked once for an attempt, also from two devices at a time.
create unique index test_recheck_attempt_id_key on test_recheck (tenant_id, attempt_id);
create index test_recheck_asked_at on test_recheck (tenant_id, asked_at desc, id);
create index test_recheck_schedule_id on test_recheck (tenant_id, schedule_id);
create index test_recheck_student_id on test_recheck (tenant_id, student_id);
create index test_recheck_checked_by on test_recheck (tenant_id, checked_by);
