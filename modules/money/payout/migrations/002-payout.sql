create sequence payout_list_no_seq;
-- A budget of a year, what of it is promised and what is paid.
create table fund_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, source_kind text not null, year int not null, budget bigint not null default 0, reserved bigint not null default 0, spent bigint not null default 0,
  donor_name text, conditions text, asked bigint, asked_reason text, asked_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint fund_account_short check (budget - reserved - spent >= 0),
  constraint fund_account_over check (reserved >= 0)
);
create unique index fund_account_code_key on fund_account (tenant_id, code);
create index fund_account_year on fund_account (tenant_id, year desc, code, id);

-- The only store of a student's card. One of them is the default.
create table bank_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, bank_name text not null, branch_no text, card_no text not null, card_no_hash text not null, last_four text not null, holder_name text not null,
  is_default boolean not null default true, verified_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index bank_account_default on bank_account (tenant_id, student_id) where is_default;
create index bank_account_student_id on bank_account (tenant_id, student_id);
create index bank_account_created_at on bank_account (tenant_id, created_at desc, id);

create table payout_list (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  list_no text not null, title text not null, source text not null, source_batch_id text, fund_id uuid, month text, biz_date date not null, profile_id uuid,
  count int not null default 0, total bigint not null default 0, paid_count int not null default 0, paid_total bigint not null default 0, failed_count int not null default 0,
  held_count int not null default 0, state text not null default 'draft', approvals int not null default 0, digest text, maker_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  foreign key (tenant_id, profile_id) references export_profile (tenant_id, id)
);
create unique index payout_list_list_no_key on payout_list (tenant_id, list_no);
-- what a source hands in goes to one open draft
create unique index payout_list_draft on payout_list (tenant_id, source, coalesce(source_batch_id, ''), coalesce(month, '')) where state = 'draft';
create index payout_list_biz_date on payout_list (tenant_id, biz_date desc, id);
create index payout_list_total on payout_list (tenant_id, total desc, id);
create index payout_list_state on payout_list (tenant_id, state, id);
create index payout_list_fund_id on payout_list (tenant_id, fund_id);
create index payout_list_profile_id on payout_list (tenant_id, profile_id);

create table payout_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  list_id uuid not null, seq int, student_id uuid not null, grant_id text not null, month text, round int not null default 1, what text not null, amount bigint not null check (amount > 0),
  bank_name text, branch_no text, card_no text, card_no_hash text, last_four text, holder_name text,
  state text not null default 'ready' check (state in ('ready', 'held', 'exported', 'paid', 'failed', 'reissued')), held_for text, fail_reason text, paid_on date, replaces_id uuid, reserved_by text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references payout_list (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, replaces_id) references payout_line (tenant_id, id),
  constraint payout_line_paid check ((state = 'paid') = (paid_on is not null))
);
-- nobody is paid twice for one thing: a line that was reissued has made room for the one that replaces it
create unique index payout_line_once on payout_line (tenant_id, grant_id, coalesce(month, ''), round) where state <> 'reissued';
create unique index payout_line_list_id_seq_key on payout_line (tenant_id, list_id, seq);
create unique index payout_line_replaces_id on payout_line (tenant_id, replaces_id);
create index payout_line_list_id on payout_line (tenant_id, list_id, state);
create index payout_line_student_id on payout_line (tenant_id, student_id, created_at desc);
create index payout_line_state on payout_line (tenant_id, state, id);
