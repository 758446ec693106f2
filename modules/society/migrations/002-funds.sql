-- Funds of societies: entries, the balance they sum up to, and what waits for others to agree.
alter table society add balance bigint not null default 0, add constraint society_fund_short check (balance >= 0);

create table society_fund_draft (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  society_id uuid not null, kind text not null check (kind in ('allocation', 'memberFee', 'sponsorship', 'expense', 'refund', 'return')), amount bigint not null check (amount > 0), about text not null,
  happened_on date not null, vouchers jsonb, reverses_id uuid,
  state text not null default 'asked' check (state in ('asked', 'advising', 'confirming', 'posted', 'returned', 'withdrawn')),
  maker_id uuid not null, checker_id uuid, adviser_id uuid, confirmer_id uuid, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  constraint society_fund_draft_two_people check (checker_id is null or checker_id <> maker_id)
);
create index society_fund_draft_society_id on society_fund_draft (tenant_id, society_id, state, created_at desc);
create index society_fund_draft_state on society_fund_draft (tenant_id, state, created_at desc);
create index society_fund_draft_happened_on on society_fund_draft (tenant_id, happened_on, id);
create index society_fund_draft_created_at on society_fund_draft (tenant_id, created_at desc, id);
create index society_fund_draft_maker_id on society_fund_draft (tenant_id, maker_id);
create index society_fund_draft_reverses_id on society_fund_draft (tenant_id, reverses_id);

-- Rows are inserted only: a mistake is reversed by another entry.
create table society_fund_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('allocation', 'memberFee', 'sponsorship', 'expense', 'refund', 'return')), amount bigint not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid,
  about text not null, biz_date date not null, draft_id uuid, checker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references society (tenant_id, id),
  foreign key (tenant_id, draft_id) references society_fund_draft (tenant_id, id),
  foreign key (tenant_id, reverses_id) references society_fund_entry (tenant_id, id),
  constraint society_fund_entry_two_people check (source_type not in ('manual', 'reversal') or (maker_id is not null and maker_id is distinct from created_by))
);
create unique index society_fund_entry_source_key on society_fund_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index society_fund_entry_reverses_id_key on society_fund_entry (tenant_id, reverses_id);
create index society_fund_entry_account_id on society_fund_entry (tenant_id, account_id, biz_date desc, id);
create index society_fund_entry_biz_date on society_fund_entry (tenant_id, biz_date desc, id);
create index society_fund_entry_draft_id on society_fund_entry (tenant_id, draft_id);
alter table society_fund_draft add foreign key (tenant_id, reverses_id) references society_fund_entry (tenant_id, id);

create table advisor_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  society_id uuid not null, teacher_id uuid not null, date date not null, hours numeric(4, 1) not null check (hours > 0), content text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id)
);
create unique index advisor_log_key on advisor_log (tenant_id, society_id, teacher_id, date);
create index advisor_log_date on advisor_log (tenant_id, date desc, id);
create index advisor_log_teacher_id on advisor_log (tenant_id, teacher_id, date desc);
