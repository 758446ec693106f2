-- What counsellors did, with whom, and how much of it is asked of them.
create table work_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  author_id uuid not null,
  kind text not null check (kind in ('talk', 'roomVisit', 'classMeeting', 'lesson', 'homeVisit', 'homeContact', 'duty', 'emergency', 'partyLeague', 'career', 'aid', 'training')),
  started_at timestamptz not null, minutes int not null check (minutes between 1 and 1440), place text, people text, student_ids jsonb, class_ids jsonb, topics jsonb,
  content text, talk_content text, result text, follow_up_on date, followed_up_on date,
  source text not null default 'manual' check (source in ('manual', 'auto')), source_type text, source_id text, is_late boolean not null default false,
  comment text, commented_by_id uuid, state text not null default 'submitted' check (state in ('draft', 'submitted', 'commented', 'discarded')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, author_id) references teacher (tenant_id, id),
  foreign key (tenant_id, commented_by_id) references sys_user (tenant_id, id),
  -- words about persons stand in the column that only their author reads
  constraint work_log_words check (talk_content is null or kind in ('talk', 'homeVisit', 'homeContact'))
);
-- One source counts once for its author, however often it is told.
create unique index work_log_author_id_source_type_source_id_key on work_log (tenant_id, author_id, source_type, source_id);
create index work_log_started_at on work_log (tenant_id, started_at desc, id);
create index work_log_author on work_log (tenant_id, author_id, started_at);
create index work_log_students on work_log using gin (student_ids jsonb_path_ops);
create index work_log_commented_by_id on work_log (tenant_id, commented_by_id);

create table work_quota (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  kind text not null check (kind in ('talk', 'roomVisit', 'classMeeting', 'lesson', 'homeVisit', 'homeContact', 'duty', 'emergency', 'partyLeague', 'career', 'aid', 'training')),
  period text not null default 'month' check (period in ('month', 'term', 'year')), min_count int not null check (min_count > 0),
  coverage text not null default 'none' check (coverage in ('none', 'everyStudent')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index work_quota_kind_period_coverage_key on work_quota (tenant_id, kind, period, coverage);
