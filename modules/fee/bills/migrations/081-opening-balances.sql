-- What students still owed in the system the school used before.
create table opening_balance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, item_id uuid not null, xn text not null, amount bigint not null check (amount > 0), due_date date not null, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id)
);
create unique index opening_balance_student_id_item_id_xn_key on opening_balance (tenant_id, student_id, item_id, xn);
create index opening_balance_xn on opening_balance (tenant_id, xn desc, student_id, id);
create index opening_balance_amount on opening_balance (tenant_id, amount desc, id);
create index opening_balance_due_date on opening_balance (tenant_id, due_date desc, id);
create index opening_balance_item_id on opening_balance (tenant_id, item_id);
