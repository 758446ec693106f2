-- What one payer owes for one thing. Totals are sums of ledger entries; source is the key that keeps a line from being charged twice.
create table bill_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  payer_type text not null, payer_id uuid not null, student_id uuid, payer_name text not null,
  item_id uuid not null, xn text not null, xq_m text,
  source_type text not null, source_id text not null, source_seq text not null,
  charged bigint not null default 0, reduced bigint not null default 0, paid bigint not null default 0, "offset" bigint not null default 0, owed bigint not null default 0,
  due_date date not null, defer_until date, loan_pending bigint not null default 0, instalments jsonb, explain jsonb not null, closed_at date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  check (payer_type <> 'student' or student_id = payer_id),
  constraint bill_line_over check (charged - reduced - paid - "offset" >= 0), constraint bill_line_below check (charged >= 0)
);
create unique index bill_line_source_key on bill_line (tenant_id, source_type, source_id, source_seq);
create index bill_line_payer on bill_line (tenant_id, payer_id, due_date desc);
create index bill_line_student_id on bill_line (tenant_id, student_id, due_date desc) where student_id is not null;
create index bill_line_due_date on bill_line (tenant_id, due_date desc, id);
create index bill_line_owed on bill_line (tenant_id, owed desc, id);
create index bill_line_xn on bill_line (tenant_id, xn desc, id);
create index bill_line_item_id on bill_line (tenant_id, item_id, xn);
create function owe_bill_line() returns trigger language plpgsql as $$
begin
  new.owed := new.charged - new.reduced - new.paid - new."offset";
  return new;
end $$;
create trigger bill_line_owed before insert or update on bill_line for each row execute function owe_bill_line();

create table payer_credit (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  payer_type text not null, payer_id uuid not null, student_id uuid, payer_name text not null, origin text not null check (origin in ('own', 'loan', 'aid')),
  balance bigint not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint payer_credit_short check (balance >= 0)
);
create unique index payer_credit_payer_key on payer_credit (tenant_id, payer_type, payer_id, origin);
create index payer_credit_balance on payer_credit (tenant_id, balance desc, id);
create index payer_credit_student_id on payer_credit (tenant_id, student_id) where student_id is not null;

-- A run of bills, and what it bills each student: worked off in portions, so that one whose process died goes on.
create table bill_run (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null, xq_m text, item_ids jsonb not null, grades jsonb, department_ids jsonb, due_date date not null,
  payers int not null default 0, lines int not null default 0, done int not null default 0, total bigint not null default 0, digest text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'undone')), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create index bill_run_created_at on bill_run (tenant_id, created_at desc, id);
create index bill_run_xn on bill_run (tenant_id, xn desc, id);
create table bill_run_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  run_id uuid not null, student_id uuid not null, item_id uuid not null, standard_id uuid, amount bigint not null, line_id uuid, is_done boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references bill_run (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id),
  foreign key (tenant_id, standard_id) references charge_standard (tenant_id, id),
  foreign key (tenant_id, line_id) references bill_line (tenant_id, id)
);
create unique index bill_run_line_run_id_student_id_item_id_key on bill_run_line (tenant_id, run_id, student_id, item_id);
create index bill_run_line_open on bill_run_line (tenant_id, run_id, student_id) where not is_done;
create index bill_run_line_line_id on bill_run_line (tenant_id, line_id) where line_id is not null;
create index bill_run_line_student_id on bill_run_line (tenant_id, student_id);
