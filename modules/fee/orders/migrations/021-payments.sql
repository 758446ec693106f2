-- Payments of orders, as providers have proved them: what is reconciled with their statements.
create table order_payment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_id uuid not null, merchant_id uuid not null, provider text not null, txn_no text not null, amount bigint not null check (amount > 0), fee bigint,
  paid_on date not null, is_test boolean not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id)
);
create unique index order_payment_txn_key on order_payment (tenant_id, provider, txn_no);
create index order_payment_order_id on order_payment (tenant_id, order_id);
create index order_payment_paid_on on order_payment (tenant_id, merchant_id, paid_on);
insert into order_payment (tenant_id, order_id, merchant_id, provider, txn_no, amount, fee, paid_on, is_test)
  select tenant_id, id, merchant_id, provider, provider_txn_no, amount, fee, (paid_at at time zone 'Asia/Shanghai')::date, is_test from pay_order where provider_txn_no is not null;
