create sequence ledger_entry_no_seq;
-- Movements of all money. Rows are inserted only: a mistake is reversed by another entry.
create table ledger_entry (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  entry_no text not null, book text not null check (book in ('student', 'fund', 'league')),
  account_id uuid not null, kind text not null, amount bigint not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid,
  account_key text not null, student_id uuid, biz_date date not null, operator_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, reverses_id) references ledger_entry (tenant_id, id)
);
create unique index ledger_entry_source_key on ledger_entry (tenant_id, source_type, source_id, source_seq, kind);
create unique index ledger_entry_reverses_id_key on ledger_entry (tenant_id, reverses_id);
create unique index ledger_entry_entry_no_key on ledger_entry (tenant_id, entry_no);
create index ledger_entry_account_id on ledger_entry (tenant_id, account_id, id);
create index ledger_entry_biz_date on ledger_entry (tenant_id, biz_date desc, id);
create index ledger_entry_student_id on ledger_entry (tenant_id, student_id, biz_date desc) where student_id is not null;
-- The number of an entry: its accounting day, and the next of a sequence of the installation. Numbers may be missing, none comes twice.
create function number_ledger_entry() returns trigger language plpgsql as $$
begin
  new.entry_no := 'LZ' || to_char(new.biz_date, 'YYYYMMDD') || '-' || to_char(nextval('ledger_entry_no_seq'), 'FM000000999999');
  return new;
end $$;
create trigger ledger_entry_number before insert on ledger_entry for each row execute function number_ledger_entry();

create table closed_day (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel text not null, biz_date date not null, closed_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index closed_day_channel_biz_date_key on closed_day (tenant_id, channel, biz_date);
