create table claim_round (
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
  pool jsonb not null,
  waves jsonb,
  move_in date not null,
  trial boolean not null default false,
  hold_seconds int not null default 120,
  max_changes int not null default 2,
  need_paid boolean not null default false,
  team_max int,
  show_roommate text not null default 'consent',
  fallback text not null default 'counsellor',
  stage text not null default 'claiming',
  paused_at timestamptz,
  settled_at timestamptz,
  claimed_count int,
  fallback_count int,
  left_count int,
  told jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (end_time > begin_time),
  check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  check (show_roommate in ('none', 'alias', 'consent')),
  check (fallback in ('presort', 'counsellor')),
  check (stage in ('claiming', 'settled'))
);
create index claim_round_begin_time on claim_round (tenant_id, begin_time desc, id);
create index claim_round_end_time on claim_round (tenant_id, end_time, id);
create index claim_round_name on claim_round (tenant_id, name, id);
create index claim_round_move_in on claim_round (tenant_id, move_in, id);
create index claim_round_settled_at on claim_round (tenant_id, settled_at, id);
create index claim_round_owner_department_id on claim_round (tenant_id, owner_department_id);

create table claim_team (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null,
  leader_id uuid not null,
  code text not null,
  state text not null default 'open',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references claim_round (tenant_id, id),
  foreign key (tenant_id, leader_id) references student (tenant_id, id),
  check (state in ('open', 'housed', 'dissolved'))
);
create unique index claim_team_round_id_code_key on claim_team (tenant_id, round_id, code);
create index claim_team_leader_id on claim_team (tenant_id, leader_id);
create index claim_team_created_at on claim_team (tenant_id, created_at desc, id);
-- Who stands with whom: a student is in one team of a round, whoever is faster.
create table claim_team_member (
  tenant_id uuid not null references tenant, round_id uuid not null, student_id uuid not null,
  team_id uuid not null,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, round_id, student_id),
  foreign key (tenant_id, team_id) references claim_team (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index claim_team_member_team_id on claim_team_member (tenant_id, team_id);

create table claim_card (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null,
  student_id uuid not null,
  alias text,
  habits text,
  is_shown boolean not null default false,
  bed_ids jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references claim_round (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index claim_card_round_id_student_id_key on claim_card (tenant_id, round_id, student_id);
create index claim_card_student_id on claim_card (tenant_id, student_id);

-- Every claim, won or refused; nothing here is edited.
create table claim_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null,
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  bed_id uuid,
  action text not null,
  at timestamptz not null default clock_timestamp(),
  result text not null,
  ms int not null check (ms >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references claim_round (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  check (action in ('hold', 'confirm', 'release', 'change', 'favourites', 'team'))
);
create index claim_log_at on claim_log (tenant_id, at desc, id);
create index claim_log_round_id on claim_log (tenant_id, round_id, at desc);
create index claim_log_student_id on claim_log (tenant_id, student_id, round_id);
create index claim_log_department_id on claim_log (tenant_id, department_id, at desc);
create index claim_log_class_id on claim_log (tenant_id, class_id, at desc);
create index claim_log_bed_id on claim_log (tenant_id, bed_id);

-- Who waits before a crowded round, in the order they came; asking again keeps the place.
create unlogged table claim_waiting (
  tenant_id uuid not null references tenant, round_id uuid not null, student_id uuid not null,
  came_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, round_id, student_id)
);
create index claim_waiting_came_at on claim_waiting (tenant_id, round_id, came_at);
