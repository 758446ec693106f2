-- What banks and loan centres paid: files, and one row of each payment.
create table loan_arrival_file (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, digest text not null, profile_id uuid not null, count int not null default 0, total bigint not null default 0, matched int not null default 0, again int not null default 0,
  loaded_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references export_profile (tenant_id, id)
);
create unique index loan_arrival_file_digest_key on loan_arrival_file (tenant_id, digest);
create index loan_arrival_file_created_at on loan_arrival_file (tenant_id, created_at desc, id);
create index loan_arrival_file_profile_id on loan_arrival_file (tenant_id, profile_id);

create table loan_arrival (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_file_id uuid not null, line int not null, loan_id uuid, student_id uuid, name text, contract_no text, contract_no_hash text, contract_tail text, id_no text, id_no_hash text,
  amount bigint not null check (amount > 0), arrived_on date not null, bank_seq text not null, matched boolean not null default false,
  why text check (why in ('unknown', 'foreign', 'several', 'over', 'state', 'undone')),
  offset_total bigint not null default 0 check (offset_total >= 0), surplus bigint not null default 0 check (surplus >= 0), round int not null default 1,
  matched_by_id uuid, undo_by_id uuid, undo_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_file_id) references loan_arrival_file (tenant_id, id),
  foreign key (tenant_id, loan_id) references credit_loan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint loan_arrival_matched check (matched = (loan_id is not null) and (not matched or offset_total + surplus = amount))
);
create unique index loan_arrival_bank_seq_key on loan_arrival (tenant_id, bank_seq);
create index loan_arrival_batch_file_id on loan_arrival (tenant_id, batch_file_id, line);
create index loan_arrival_loan_id on loan_arrival (tenant_id, loan_id);
create index loan_arrival_student_id on loan_arrival (tenant_id, student_id, arrived_on desc);
create index loan_arrival_arrived_on on loan_arrival (tenant_id, arrived_on desc, id);
create index loan_arrival_amount on loan_arrival (tenant_id, amount desc, id);
create index loan_arrival_matched_arrived_on on loan_arrival (tenant_id, matched, arrived_on desc);
