create table merchant_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  provider text not null, name text not null, merchant_no text not null, app_id text, scenes jsonb,
  is_enabled boolean not null default false, mode text not null default 'test' check (mode in ('live', 'test')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (provider <> 'sandbox' or mode = 'test')
);
create unique index merchant_account_provider_merchant_no_key on merchant_account (tenant_id, provider, merchant_no);
create index merchant_account_provider on merchant_account (tenant_id, provider, name);
