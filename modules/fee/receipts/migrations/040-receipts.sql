create sequence receipt_no_seq;
-- What was paid of one order for items of one kind.
create table receipt (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  kind text not null, no text, check_code text, order_id uuid not null, order_no text not null, student_id uuid, payer_name text not null,
  amount bigint not null check (amount > 0), items jsonb not null, state text not null default 'pending' check (state in ('pending', 'issued', 'failed', 'reversed')),
  is_test boolean not null default false, issued_at timestamptz, reversed_at timestamptz, reverse_no text, reason text, why text,
  tries int not null default 0, next_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references pay_order (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint receipt_issued check (state not in ('issued', 'reversed') or (no is not null and issued_at is not null)),
  constraint receipt_reversed check ((state = 'reversed') = (reversed_at is not null))
);
-- one receipt of a kind that stands for an order; those taken back stay beside it
create unique index receipt_live_key on receipt (tenant_id, order_id, kind) where state <> 'reversed';
create unique index receipt_no_key on receipt (tenant_id, kind, no);
create index receipt_order_id on receipt (tenant_id, order_id);
create index receipt_student_id on receipt (tenant_id, student_id, created_at desc) where student_id is not null;
create index receipt_created_at on receipt (tenant_id, created_at desc, id);
create index receipt_issued_at on receipt (tenant_id, issued_at desc, id);
create index receipt_amount on receipt (tenant_id, amount desc, id);
create index receipt_state on receipt (tenant_id, state, id);
create index receipt_next_at on receipt (tenant_id, next_at) where next_at is not null;
