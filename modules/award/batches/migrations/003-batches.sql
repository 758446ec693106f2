create table award_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  at_end text not null default 'stay' check (at_end in ('stay', 'refuse')), notice_level text, notice_columns jsonb,
  item_ids jsonb not null, facts_as_of date not null, nominate_by date, college_workdays int not null default 3,
  stage text not null default 'nominating' check (stage in ('nominating', 'publicised', 'cleared', 'reported', 'granted')), frozen jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint award_batch_window check (end_time > begin_time)
);
create index award_batch_begin_time on award_batch (tenant_id, begin_time desc, id);
create index award_batch_end_time on award_batch (tenant_id, end_time desc, id);
create index award_batch_name on award_batch (tenant_id, name, id);
create index award_batch_owner on award_batch (tenant_id, owner_department_id, begin_time desc);

create table award_quota (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, item_id uuid not null, department_id uuid not null,
  heads int, coefficient numeric(5, 2), fixed int, note text, committee jsonb,
  vote_state text not null default 'none' check (vote_state in ('none', 'open', 'closed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references award_batch (tenant_id, id),
  foreign key (tenant_id, item_id) references award_item (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create unique index award_quota_key on award_quota (tenant_id, batch_id, item_id, department_id);
create index award_quota_item on award_quota (tenant_id, item_id);
create index award_quota_department on award_quota (tenant_id, department_id);

create table award_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, room_id uuid, subject_id uuid not null, recipient text,
  batch_id uuid not null, item_id uuid not null,
  statement text, achievements text, is_outstanding boolean not null default false, proofs jsonb,
  level text, amount bigint, facts jsonb, checks jsonb, recommendation text, rank_in_college int, median_rank numeric(6, 1),
  noticed text not null default 'none' check (noticed in ('none', 'college', 'school')), nominations int not null default 0,
  offered_at timestamptz, review_reason text, held_from text check (held_from in ('nominated', 'publicised', 'approved')), cancel_reason text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'nominated', 'publicised', 'review', 'reported', 'granted', 'revoked')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, batch_id) references award_batch (tenant_id, id),
  foreign key (tenant_id, item_id) references award_item (tenant_id, id)
);
-- Once for a batch, item and whoever is to be honoured, whoever of a class or room applies first.
create unique index award_application_once on award_application (tenant_id, batch_id, item_id, subject_id) where state not in ('withdrawn', 'cancelled');
create index award_application_student on award_application (tenant_id, student_id, state);
create index award_application_department on award_application (tenant_id, department_id);
create index award_application_class on award_application (tenant_id, class_id);
create index award_application_room on award_application (tenant_id, room_id);
create index award_application_item on award_application (tenant_id, item_id);
create index award_application_created on award_application (tenant_id, created_at desc, id);
create index award_application_state on award_application (tenant_id, state, id);
create index award_application_rank on award_application (tenant_id, rank_in_college, id);
create index award_application_college on award_application (tenant_id, batch_id, item_id, department_id, state);

create table award_vote (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  quota_id uuid not null, member_id uuid not null, ranks jsonb, is_abstained boolean not null default false, cast_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, quota_id) references award_quota (tenant_id, id) on delete cascade,
  foreign key (tenant_id, member_id) references sys_user (tenant_id, id)
);
create unique index award_vote_key on award_vote (tenant_id, quota_id, member_id);
create index award_vote_member on award_vote (tenant_id, member_id);
