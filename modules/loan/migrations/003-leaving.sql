-- What borrowers confirm before they leave, what banks must hear of them, and whom banks name as behind.
create table loan_confirmation (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, loan_id uuid not null, loans int not null, balance bigint not null check (balance >= 0), months int, monthly bigint, first_pay_on date,
  phone text, other_phone text, email text, address text, contacts_at timestamptz, confirmed_at timestamptz, signature jsonb,
  state text not null default 'open' check (state in ('open', 'confirmed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, loan_id) references credit_loan (tenant_id, id)
);
create unique index loan_confirmation_student_id_key on loan_confirmation (tenant_id, student_id);
create index loan_confirmation_loan_id on loan_confirmation (tenant_id, loan_id);
create index loan_confirmation_created_at on loan_confirmation (tenant_id, created_at desc, id);
create index loan_confirmation_balance on loan_confirmation (tenant_id, balance desc, id);
create index loan_confirmation_confirmed_at on loan_confirmation (tenant_id, confirmed_at desc, id);
create index loan_confirmation_state on loan_confirmation (tenant_id, state, id);

create table loan_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  loan_id uuid not null, student_id uuid not null,
  kind text not null check (kind in ('suspend', 'resume', 'retain', 'enlist', 'leave', 'graduate', 'extend', 'contact', 'revoke')),
  happened_on date not null, source_id text not null, note text, reported_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, loan_id) references credit_loan (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index loan_change_loan_id_kind_source_id_key on loan_change (tenant_id, loan_id, kind, source_id);
create index loan_change_student_id on loan_change (tenant_id, student_id, happened_on desc);
create index loan_change_happened_on on loan_change (tenant_id, happened_on desc, id);
create index loan_change_reported_on on loan_change (tenant_id, reported_on, happened_on);

create table loan_default (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, bank text not null, as_of date not null, overdue bigint not null check (overdue > 0), days int check (days > 0), note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index loan_default_student_id_bank_as_of_key on loan_default (tenant_id, student_id, bank, as_of);
create index loan_default_as_of on loan_default (tenant_id, as_of desc, id);
