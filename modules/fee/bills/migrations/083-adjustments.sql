-- Changes of one line or credit by hand: prepared by one, posted by another.
create table adjustment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  kind text not null check (kind in ('charge', 'reduce', 'reverse', 'giveBack')), line_id uuid, credit_id uuid, entry_id uuid, student_id uuid,
  payer_name text not null, about text not null, amount bigint not null check (amount <> 0), reason text not null, fund_id uuid, slip_no text,
  state text not null default 'pending' check (state in ('pending', 'done', 'rejected')), maker_id uuid, checker_id uuid, checked_on date, why text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references bill_line (tenant_id, id),
  foreign key (tenant_id, credit_id) references payer_credit (tenant_id, id),
  foreign key (tenant_id, entry_id) references ledger_entry (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  constraint adjustment_of_one check (num_nonnulls(line_id, credit_id) <= 1),
  constraint adjustment_two_people check (checker_id is null or checker_id is distinct from maker_id)
);
create index adjustment_created_at on adjustment (tenant_id, created_at desc, id);
create index adjustment_amount on adjustment (tenant_id, amount desc, id);
create index adjustment_state on adjustment (tenant_id, state, id);
create index adjustment_line_id on adjustment (tenant_id, line_id);
create index adjustment_credit_id on adjustment (tenant_id, credit_id);
create index adjustment_entry_id on adjustment (tenant_id, entry_id);
create index adjustment_student_id on adjustment (tenant_id, student_id) where student_id is not null;
create index adjustment_fund_id on adjustment (tenant_id, fund_id);
