create sequence debit_batch_no_seq;
-- What the bank is asked to collect from students' cards on a day.
create table debit_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_no text not null, title text not null, merchant_id uuid not null, profile_id uuid not null, item_id uuid not null, xn text not null, debit_on date not null,
  count int not null default 0, total bigint not null default 0, paid_count int not null default 0, paid_total bigint not null default 0, failed_count int not null default 0,
  state text not null default 'draft' check (state in ('draft', 'exported', 'closed', 'cancelled')), maker_id uuid, exported_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  foreign key (tenant_id, profile_id) references export_profile (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id)
);
create unique index debit_batch_batch_no_key on debit_batch (tenant_id, batch_no);
create index debit_batch_debit_on on debit_batch (tenant_id, debit_on desc, id);
create index debit_batch_total on debit_batch (tenant_id, total desc, id);
create index debit_batch_state on debit_batch (tenant_id, state, id);
create index debit_batch_merchant_id on debit_batch (tenant_id, merchant_id);
create index debit_batch_profile_id on debit_batch (tenant_id, profile_id);
create index debit_batch_item_id on debit_batch (tenant_id, item_id);
create table debit_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, seq int not null, order_id uuid not null, student_id uuid not null, amount bigint not null check (amount > 0),
  bank_name text not null, branch_no text, card_no text not null, card_no_hash text, last_four text not null, holder_name text not null,
  state text not null default 'ready' check (state in ('ready', 'exported', 'paid', 'failed', 'dropped')), fail_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references debit_batch (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index debit_line_batch_id_seq_key on debit_line (tenant_id, batch_id, seq);
create index debit_line_order_id on debit_line (tenant_id, order_id);
create index debit_line_student_id on debit_line (tenant_id, student_id, created_at desc);
create index debit_line_state on debit_line (tenant_id, state, id);
