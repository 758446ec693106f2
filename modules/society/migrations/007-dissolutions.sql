-- Societies that end: why, how their members voted, and what had to be cleared.
create table society_dissolution (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  society_id uuid not null, student_id uuid, applicant_id uuid,
  cause text not null check (cause in ('vote', 'review', 'noHead', 'fewMembers', 'violation', 'merger')), reason text not null,
  vote_until timestamptz, eligible int, ayes int not null default 0, noes int not null default 0, voted int, agreed int,
  things_back boolean not null default false, archived boolean not null default false, clear_note text,
  state text not null check (state in ('voting', 'voteFailed', 'proposed', 'dismissed', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'liquidating', 'dissolved')),
  state_note text, dissolved_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, applicant_id) references sys_user (tenant_id, id),
  constraint society_dissolution_vote check ((cause = 'vote') = (vote_until is not null)),
  constraint society_dissolution_counted check (ayes + noes <= coalesce(eligible, 0))
);
-- One case of a society at a time.
create unique index society_dissolution_open on society_dissolution (tenant_id, society_id) where state in ('voting', 'proposed', 'pending', 'returned', 'approved', 'liquidating');
create index society_dissolution_society_id on society_dissolution (tenant_id, society_id, created_at desc);
create index society_dissolution_student_id on society_dissolution (tenant_id, student_id);
create index society_dissolution_applicant_id on society_dissolution (tenant_id, applicant_id);
create index society_dissolution_state on society_dissolution (tenant_id, state, created_at desc);
create index society_dissolution_created_at on society_dissolution (tenant_id, created_at desc, id);
create index society_dissolution_dissolved_on on society_dissolution (tenant_id, dissolved_on, id);
create index society_dissolution_vote_until on society_dissolution (tenant_id, vote_until) where state = 'voting';

-- Who may vote and who has: the day, and never what.
create table society_voter (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dissolution_id uuid not null, student_id uuid not null, voted_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dissolution_id) references society_dissolution (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index society_voter_dissolution_id_student_id_key on society_voter (tenant_id, dissolution_id, student_id);
create index society_voter_student_id on society_voter (tenant_id, student_id);
