-- One attempt to pay some lines at one provider.
create table pay_order (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_no text not null check (order_no ~ '^[0-9A-Z]{8,24}$'), payer_type text not null, payer_id uuid not null, student_id uuid, payer_name text not null,
  merchant_id uuid not null, provider text not null, scene text not null, amount bigint not null check (amount > 0), title text not null, expire_at timestamptz not null,
  idem_key text not null, state text not null default 'created' check (state in ('created', 'paying', 'paid', 'partRefunded', 'refunded', 'closed', 'paidLate')),
  provider_txn_no text, paid_at timestamptz, fee bigint,
  received bigint not null default 0, surplus bigint not null default 0, refunding bigint not null default 0, refunded bigint not null default 0,
  is_test boolean not null default false, closed_at timestamptz, queries int not null default 0, next_query_at timestamptz, payload jsonb,
  slip_no text, paid_on date, maker_id uuid, checker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  -- no more goes back than came
  constraint pay_order_over check (refunding <= received and refunded <= refunding),
  constraint pay_order_paid check ((state in ('paid', 'partRefunded', 'refunded', 'paidLate')) = (provider_txn_no is not null)),
  constraint pay_order_two_people check (checker_id is null or checker_id is distinct from maker_id)
);
create unique index pay_order_order_no_key on pay_order (tenant_id, order_no);
create unique index pay_order_txn_key on pay_order (tenant_id, provider, provider_txn_no);
create unique index pay_order_idem_key on pay_order (tenant_id, payer_id, idem_key);
create unique index pay_order_slip_key on pay_order (tenant_id, merchant_id, slip_no);
create index pay_order_created_at on pay_order (tenant_id, created_at desc, id);
create index pay_order_student_id on pay_order (tenant_id, student_id, created_at desc) where student_id is not null;
create index pay_order_payer_id on pay_order (tenant_id, payer_id, created_at desc);
create index pay_order_merchant_id on pay_order (tenant_id, merchant_id, paid_at desc);
create index pay_order_amount on pay_order (tenant_id, amount desc, id);
create index pay_order_state on pay_order (tenant_id, state, id);
create index pay_order_paid_at on pay_order (tenant_id, paid_at desc, id);
create index pay_order_next_query_at on pay_order (tenant_id, next_query_at) where next_query_at is not null;

create table pay_order_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  order_id uuid not null, bill_line_id uuid not null, amount bigint not null check (amount > 0), is_open boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id)
);
create unique index pay_order_line_key on pay_order_line (tenant_id, order_id, bill_line_id);
-- a line is in one open order at most
create unique index pay_order_line_open on pay_order_line (tenant_id, bill_line_id) where is_open;
create index pay_order_line_bill_line_id on pay_order_line (tenant_id, bill_line_id);

create table refund_order (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  refund_no text not null check (refund_no ~ '^[0-9A-Z]{8,24}$'), order_id uuid not null, student_id uuid, payer_name text not null,
  amount bigint not null check (amount > 0), reason text not null, route text not null check (route in ('original', 'bank')),
  state text not null default 'pending' check (state in ('pending', 'accepted', 'success', 'abnormal', 'failed', 'rejected')),
  maker_id uuid, checker_id uuid, checked_at timestamptz, finished_at timestamptz, why text, slip_no text, tries int not null default 0, next_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint refund_order_two_people check (checker_id is null or checker_id is distinct from maker_id)
);
create unique index refund_order_refund_no_key on refund_order (tenant_id, refund_no);
create index refund_order_order_id on refund_order (tenant_id, order_id);
create index refund_order_student_id on refund_order (tenant_id, student_id) where student_id is not null;
create index refund_order_created_at on refund_order (tenant_id, created_at desc, id);
create index refund_order_amount on refund_order (tenant_id, amount desc, id);
create index refund_order_state on refund_order (tenant_id, state, id);
create index refund_order_next_at on refund_order (tenant_id, next_at) where next_at is not null;

create table notify_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  merchant_id uuid not null, provider text not null, order_no text, order_id uuid, outcome text not null default 'received', received_at timestamptz not null, ip text,
  headers jsonb not null, body text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id)
);
create index notify_log_received_at on notify_log (tenant_id, received_at desc, id);
create index notify_log_merchant_id on notify_log (tenant_id, merchant_id, received_at desc);
create index notify_log_order_id on notify_log (tenant_id, order_id);
