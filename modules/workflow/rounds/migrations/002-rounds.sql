-- Whom a round was frozen to when it was published; rounds that follow their audience have no rows here.
create table round_member (
  tenant_id uuid not null references tenant, round_id uuid not null, user_id uuid not null, student_id uuid,
  primary key (tenant_id, round_id, user_id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create index round_member_user_id on round_member (tenant_id, user_id);

-- How many seats of a round a holder (a college, or '*') has, held and used; kept in step with the entries, and never overdrawn, whoever is faster.
create table round_quota (
  tenant_id uuid not null references tenant, round_id uuid not null, holder text not null,
  issued int not null default 0, held int not null default 0, used int not null default 0,
  primary key (tenant_id, round_id, holder),
  constraint round_quota_enough check (issued >= 0 and held >= 0 and used >= 0 and held + used <= issued)
);
-- Every movement of a seat. Nothing here is edited: a mistake is reversed by another entry.
create table round_quota_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null, holder text not null,
  kind text not null check (kind in ('issue', 'hold', 'use', 'release', 'return')),
  amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null,
  note text, at timestamptz not null default now(), by_user uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id, holder) references round_quota (tenant_id, round_id, holder)
);
create unique index round_quota_entry_source on round_quota_entry (tenant_id, round_id, source_type, source_id, source_seq);
