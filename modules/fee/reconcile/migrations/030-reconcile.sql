-- One accounting day of one account, proved against the provider's statement.
create table recon_day (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  merchant_id uuid not null, biz_date date not null, state text not null default 'waiting' check (state in ('waiting', 'matching', 'open', 'closed')),
  our_count int not null default 0, our_sum bigint not null default 0, their_count int not null default 0, their_sum bigint not null default 0,
  fee_sum bigint not null default 0, diff_count int not null default 0, is_test boolean not null default false,
  source text check (source in ('fetched', 'uploaded')), statement jsonb, digest text, fetched_at timestamptz, fetch_note text, next_fetch_at timestamptz,
  alarm_at timestamptz, alarmed_at timestamptz, closed_at timestamptz, closed_by uuid,
  arrived_on date, arrived_sum bigint, arrival_note text, arrived_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  constraint recon_day_closed check (state <> 'closed' or (closed_at is not null and diff_count = 0))
);
create unique index recon_day_merchant_id_biz_date_key on recon_day (tenant_id, merchant_id, biz_date);
create unique index recon_day_digest_key on recon_day (tenant_id, digest);
create index recon_day_biz_date on recon_day (tenant_id, biz_date desc, id);
create index recon_day_next_fetch_at on recon_day (tenant_id, next_fetch_at) where state in ('waiting', 'matching');

-- What a statement says, row by row.
create table statement_row (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  day_id uuid not null, kind text not null check (kind in ('payment', 'refund')), order_no text, refund_no text, txn_no text not null,
  amount bigint not null, fee bigint not null, at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, day_id) references recon_day (tenant_id, id)
);
create index statement_row_day_id on statement_row (tenant_id, day_id);

create table recon_diff (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  day_id uuid not null, merchant_id uuid not null, biz_date date not null,
  kind text not null check (kind in ('theirsOnly', 'oursOnly', 'amount', 'state', 'crossDay')), flow text not null check (flow in ('payment', 'refund')),
  order_no text, refund_no text, txn_no text, order_id uuid, refund_id uuid,
  our_amount bigint, their_amount bigint, their_fee bigint, our_day date, their_at timestamptz,
  state text not null default 'open' check (state in ('open', 'proposed', 'done')),
  handling text check (handling in ('book', 'refund', 'reverse', 'carry', 'explained', 'auto')), note text,
  maker_id uuid, checker_id uuid, handled_at timestamptz, carried_from date, key text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, day_id) references recon_day (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund_order (tenant_id, id),
  constraint recon_diff_two_people check (checker_id is null or checker_id is distinct from maker_id)
);
create unique index recon_diff_day_id_key_key on recon_diff (tenant_id, day_id, key);
create index recon_diff_biz_date on recon_diff (tenant_id, biz_date desc, id);
create index recon_diff_state on recon_diff (tenant_id, state, id);
create index recon_diff_open on recon_diff (tenant_id, merchant_id, key) where state <> 'done';
create index recon_diff_merchant_id on recon_diff (tenant_id, merchant_id, biz_date desc);
create index recon_diff_order_id on recon_diff (tenant_id, order_id) where order_id is not null;
create index recon_diff_refund_id on recon_diff (tenant_id, refund_id) where refund_id is not null;
