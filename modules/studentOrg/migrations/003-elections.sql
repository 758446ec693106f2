-- Elections: who stands, who may vote and whether they have, and ballots that name nobody.
create table org_election (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, name text not null, post_ids jsonb not null, frozen_seats jsonb, round_no int not null default 1 check (round_no > 0), previous_id uuid,
  consent jsonb, vote_to timestamptz not null, "from" date not null, voters int, present int, minutes jsonb, note text,
  state text not null default 'nominating' check (state in ('nominating', 'reviewing', 'voting', 'counted', 'confirmed', 'repeat', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  foreign key (tenant_id, previous_id) references org_election (tenant_id, id)
);
-- One further round of each.
create unique index org_election_previous_id_key on org_election (tenant_id, previous_id);
create index org_election_org_id on org_election (tenant_id, org_id, state);
create index org_election_name on org_election (tenant_id, name, id);
create index org_election_state on org_election (tenant_id, state, id);
create index org_election_vote_to on org_election (tenant_id, vote_to desc, id);

create table org_candidate (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  election_id uuid not null, post_id uuid not null, student_id uuid not null, statement text, consent jsonb,
  state text not null default 'stood' check (state in ('nominated', 'stood', 'admitted', 'refused', 'withdrawn')), reason text, votes int check (votes >= 0),
  result text check (result in ('elected', 'next', 'lost')), passed_over text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, election_id) references org_election (tenant_id, id),
  foreign key (tenant_id, post_id) references org_post (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index org_candidate_key on org_candidate (tenant_id, election_id, post_id, student_id);
create index org_candidate_post_id on org_candidate (tenant_id, post_id);
create index org_candidate_student_id on org_candidate (tenant_id, student_id);
create index org_candidate_votes on org_candidate (tenant_id, votes desc, id);
create index org_candidate_state on org_candidate (tenant_id, state, id);

-- Who may vote. All rows of an election are made at once when its voting begins, so that a row tells when it was used by its day alone.
create table org_voter (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  election_id uuid not null, student_id uuid not null, voted_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, election_id) references org_election (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- Two phones: one of them finds the row unused.
create unique index org_voter_election_id_student_id_key on org_voter (tenant_id, election_id, student_id);
create index org_voter_student_id on org_voter (tenant_id, student_id);

-- Ballots: no column for a person, an author or a moment, an id that has no time in it, and rows that are written anew in random order when they are counted.
create table org_ballot (
  tenant_id uuid not null references tenant, id uuid not null default gen_random_uuid(),
  election_id uuid not null, choices jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, election_id) references org_election (tenant_id, id)
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index org_ballot_election_id on org_ballot (tenant_id, election_id);
