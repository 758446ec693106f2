-- One loan of a student for a school year.
create table credit_loan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, kind text not null check (kind in ('origin', 'campus')), bank text not null, xn text not null, approved bigint not null check (approved > 0),
  canton_code text, co_name text, co_relation text, co_phone text, is_renewal boolean not null default false,
  surplus_to text not null default 'payout' check (surplus_to in ('payout', 'credit')), reason text, files jsonb,
  contract_no text, contract_no_hash text, contract_tail text, tuition_part bigint, lodging_part bigint, living_part bigint, term_end date,
  state text not null default 'registered' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'registered', 'receiptEntered', 'awaiting',
    'arrived', 'active', 'graduating', 'confirmed', 'extended', 'repaying', 'lost', 'settled')),
  expected_on date, cover_ends_on date,
  arrived bigint not null default 0 check (arrived >= 0), offset_total bigint not null default 0 check (offset_total >= 0), surplus bigint not null default 0 check (surplus >= 0), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index credit_loan_bank_contract_no_key on credit_loan (tenant_id, bank, contract_no_hash);
create unique index credit_loan_year_key on credit_loan (tenant_id, student_id, xn) where state not in ('rejected', 'withdrawn', 'cancelled');
create index credit_loan_student_id on credit_loan (tenant_id, student_id, xn desc);
create index credit_loan_xn on credit_loan (tenant_id, xn desc, id);
create index credit_loan_approved on credit_loan (tenant_id, approved desc, id);
create index credit_loan_arrived on credit_loan (tenant_id, arrived desc, id);
create index credit_loan_state on credit_loan (tenant_id, state, id);
create index credit_loan_expected_on on credit_loan (tenant_id, expected_on, id);

create table loan_receipt (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  loan_id uuid not null, student_id uuid not null, proof jsonb, check_code text, owed_confirmed bigint, entered_on date, officer_id uuid, deadline date not null,
  state text not null default 'toEnter' check (state in ('toEnter', 'entered', 'rejected', 'late')), note text, held_by_id uuid, held_until timestamptz, reminded_days int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, loan_id) references credit_loan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index loan_receipt_loan_id_key on loan_receipt (tenant_id, loan_id);
create unique index loan_receipt_check_code_key on loan_receipt (tenant_id, check_code);
create index loan_receipt_student_id on loan_receipt (tenant_id, student_id, deadline);
create index loan_receipt_deadline on loan_receipt (tenant_id, deadline, id);
create index loan_receipt_state on loan_receipt (tenant_id, state, deadline);
