-- A member moves to another branch with the word of both; one at a time.
create table league_transfer (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  member_id uuid not null, student_id uuid not null, from_id uuid not null, to_id uuid not null, cause text not null default 'asked', reason text,
  state text not null default 'proposed' check (state in ('proposed', 'asked', 'done', 'refused')), given_by_id uuid, taken_by_id uuid, from_month date, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references league_member (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, from_id) references league_branch (tenant_id, id),
  foreign key (tenant_id, to_id) references league_branch (tenant_id, id),
  check (from_id <> to_id)
);
create unique index league_transfer_open on league_transfer (tenant_id, member_id) where state in ('proposed', 'asked');
create index league_transfer_created_at on league_transfer (tenant_id, created_at desc, id);
create index league_transfer_member_id on league_transfer (tenant_id, member_id);
create index league_transfer_student_id on league_transfer (tenant_id, student_id);
create index league_transfer_from_id on league_transfer (tenant_id, from_id);
create index league_transfer_to_id on league_transfer (tenant_id, to_id);
