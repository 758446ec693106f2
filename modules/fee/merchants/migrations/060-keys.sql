-- Addresses and keys of the providers. Keys are encrypted; fingerprints and expiry are what people see of them.
alter table merchant_account
  add column gateway text, add column contract text, add column provider_key_id text,
  add column private_key text, add column private_key_hash text, add column certificate text, add column certificate_hash text,
  add column provider_key text, add column provider_key_hash text, add column api_key text, add column api_key_hash text,
  add column key_print text, add column provider_key_print text, add column key_expires_on date,
  add column alarmed_at timestamptz, add column expiry_told_on date;
create index merchant_account_key_expires_on on merchant_account (tenant_id, key_expires_on, id);

-- What the simulated provider knows.
create table sandbox_trade (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  merchant_id uuid not null, order_no text not null, title text not null, amount bigint not null check (amount > 0), return_url text not null, notice_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'closed')), txn_no text, paid_at timestamptz, behaviour text,
  notify_at timestamptz, copies int not null default 0, refunds jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id)
);
create unique index sandbox_trade_order_key on sandbox_trade (tenant_id, merchant_id, order_no);
create index sandbox_trade_notify_at on sandbox_trade (tenant_id, notify_at) where copies > 0;
