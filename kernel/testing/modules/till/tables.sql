create table till (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, balance bigint not null default 0, reserved bigint not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint till_short check (balance >= reserved), constraint till_unreserved check (reserved >= 0)
);
create unique index till_name_key on till (tenant_id, name);
create table till_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('pay', 'reserve', 'spend')), amount bigint not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid, receipt text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references till (tenant_id, id),
  foreign key (tenant_id, reverses_id) references till_entry (tenant_id, id),
  check (maker_id <> created_by)
);
create unique index till_entry_source_key on till_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index till_entry_reverses_id_key on till_entry (tenant_id, reverses_id);
create index till_entry_account_id on till_entry (tenant_id, account_id, id);
