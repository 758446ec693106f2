-- What the school shows of results before they hold. Rows change by the clock and by objections only, never by hand.
create table public_notice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null,
  round_type text not null,
  round_id uuid not null,
  level text not null check (level in ('class', 'college', 'school')),
  columns jsonb not null,
  workdays int not null check (workdays between 1 and 60),
  begin_at timestamptz not null,
  end_at timestamptz not null,
  state text not null default 'running' check (state in ('scheduled', 'running', 'ended', 'stopped')),
  ended_at timestamptz,
  department_id uuid,
  handler_role text not null default 'officer' check (handler_role in ('officer', 'college')),
  line_count int not null,
  previous_id uuid,
  -- its readers' time is over: shown values, who objected and their files are gone
  forgotten_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, previous_id) references public_notice (tenant_id, id),
  check (end_at > begin_at),
  -- a notice cannot end early, whoever tries
  constraint public_notice_full_length check (state <> 'ended' or (ended_at is not null and ended_at >= end_at))
);
create index public_notice_begin_at on public_notice (tenant_id, begin_at desc, id);
create index public_notice_end_at on public_notice (tenant_id, end_at desc, id);
create index public_notice_department_id on public_notice (tenant_id, department_id);
create index public_notice_round_id on public_notice (tenant_id, round_id);
create index public_notice_previous_id on public_notice (tenant_id, previous_id);
-- the clock's way to what is due
create index public_notice_live on public_notice (tenant_id, end_at) where state in ('scheduled', 'running');

create table public_notice_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  notice_id uuid not null,
  biz_type text not null,
  biz_id uuid not null,
  student_id uuid not null,
  class_id uuid,
  department_id uuid,
  shown jsonb not null,
  state text not null default 'shown' check (state in ('shown', 'suspended', 'cleared', 'removed', 'replaced')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, notice_id) references public_notice (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- a result is on one notice at a time
create unique index public_notice_line_live on public_notice_line (tenant_id, biz_type, biz_id) where state in ('shown', 'suspended');
create index public_notice_line_notice_id on public_notice_line (tenant_id, notice_id, id);
create index public_notice_line_biz_id on public_notice_line (tenant_id, biz_id);
create index public_notice_line_student_id on public_notice_line (tenant_id, student_id);
create index public_notice_line_class_id on public_notice_line (tenant_id, class_id);
create index public_notice_line_department_id on public_notice_line (tenant_id, department_id);
create index public_notice_line_created_at on public_notice_line (tenant_id, created_at, id);

-- created_by and updated_by stay empty until a handler answers: who objected stands in claimant_id alone.
create table objection (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  notice_id uuid not null,
  line_id uuid not null,
  claimant_id uuid,
  contact text,
  files jsonb,
  grounds text not null,
  raised_at timestamptz not null,
  due_on date not null,
  handler_role text not null check (handler_role in ('officer', 'college')),
  department_id uuid,
  handler_id uuid,
  answer text,
  decided_at timestamptz,
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed', 'withdrawn')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, notice_id) references public_notice (tenant_id, id),
  foreign key (tenant_id, line_id) references public_notice_line (tenant_id, id),
  foreign key (tenant_id, claimant_id) references sys_user (tenant_id, id),
  check ((state in ('upheld', 'dismissed')) = (answer is not null and decided_at is not null))
);
-- one objection of one person against one result at a time
create unique index objection_open on objection (tenant_id, line_id, claimant_id) where state = 'open';
create index objection_notice_id on objection (tenant_id, notice_id);
create index objection_line_id on objection (tenant_id, line_id);
create index objection_claimant_id on objection (tenant_id, claimant_id);
create index objection_department_id on objection (tenant_id, department_id);
create index objection_handler_id on objection (tenant_id, handler_id);
create index objection_due_on on objection (tenant_id, due_on, id);
create index objection_raised_at on objection (tenant_id, raised_at desc, id);
