-- Seats of a round by holder (a college, or '*'): the totals of a ledger.
create table seat_balance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  round_id uuid not null, holder text not null,
  issued int not null default 0, held int not null default 0, used int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint seat_balance_enough check (issued >= 0 and held >= 0 and used >= 0 and held + used <= issued)
);
create unique index seat_balance_round_id_holder_key on seat_balance (tenant_id, round_id, holder);
create table seat_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null check (kind in ('issue', 'hold', 'use', 'release', 'return')),
  amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null,
  reverses_id uuid, reason text, maker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references seat_balance (tenant_id, id),
  foreign key (tenant_id, reverses_id) references seat_entry (tenant_id, id)
);
create unique index seat_entry_source_key on seat_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index seat_entry_reverses_id_key on seat_entry (tenant_id, reverses_id);
create index seat_entry_account_id on seat_entry (tenant_id, account_id, id);

insert into seat_balance (tenant_id, round_id, holder, issued, held, used) select tenant_id, round_id, holder, issued, held, used from round_quota;
-- copies of one round named that round as their source; a source is posted once
insert into seat_entry (tenant_id, id, account_id, kind, amount, source_type, source_id, source_seq, reason, created_at, created_by)
  select e.tenant_id, e.id, b.id, e.kind, e.amount, e.source_type, case e.source_type when 'copy' then b.id::text else e.source_id end, e.source_seq, e.note, e.at, e.by_user
  from round_quota_entry e join seat_balance b on b.tenant_id = e.tenant_id and b.round_id = e.round_id and b.holder = e.holder
  on conflict do nothing;
