-- What the school gives, to whom by level of need, and from which fund.
create table subsidy_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, mode text not null check (mode in ('apply', 'list', 'standing')), effect text not null check (effect in ('payout', 'reduceFee')),
  fund_id uuid, tiers jsonb, figure text, conditions jsonb, frequency text not null default 'once' check (frequency in ('once', 'monthly')), months int not null default 10,
  max_per_year int not null default 1, urgent boolean not null default false, exclusions jsonb, charge_item_id uuid, refunds_paid boolean not null default false, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  foreign key (tenant_id, charge_item_id) references charge_item (tenant_id, id)
);
create unique index subsidy_item_code_key on subsidy_item (tenant_id, code);
create index subsidy_item_fund_id on subsidy_item (tenant_id, fund_id);
create index subsidy_item_charge_item_id on subsidy_item (tenant_id, charge_item_id);

create table subsidy_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  at_end text not null default 'stay' check (at_end in ('stay', 'refuse')), notice_level text, notice_columns jsonb, conditions jsonb,
  item_id uuid not null, fund_id uuid, facts_as_of date not null, stage text not null default 'applying' check (stage in ('applying', 'publicised', 'cleared', 'granted')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, item_id) references subsidy_item (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  constraint subsidy_batch_window check (end_time > begin_time)
);
create index subsidy_batch_begin_time on subsidy_batch (tenant_id, begin_time desc, id);
create index subsidy_batch_end_time on subsidy_batch (tenant_id, end_time desc, id);
create index subsidy_batch_name on subsidy_batch (tenant_id, name, id);
create index subsidy_batch_owner on subsidy_batch (tenant_id, owner_department_id, begin_time desc);
create index subsidy_batch_item_id on subsidy_batch (tenant_id, item_id);
create index subsidy_batch_fund_id on subsidy_batch (tenant_id, fund_id);

create table subsidy_application (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, item_id uuid not null, batch_id uuid, cause text, happened_on date, amount_asked bigint, text text not null, files jsonb,
  xn text not null, effect text not null, level text, tier text, tier_reason text, amount_approved bigint, line_id text, applied_by uuid,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'publicised', 'granted')),
  decided_at timestamptz, end_reason text, due_at timestamptz, told text, reserved bigint not null default 0 check (reserved >= 0), claims int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, item_id) references subsidy_item (tenant_id, id),
  foreign key (tenant_id, batch_id) references subsidy_batch (tenant_id, id)
);
-- One that has not come to an end for an item; of help at once a second one waits for the first.
create unique index subsidy_application_open on subsidy_application (tenant_id, item_id, student_id) where state in ('pending', 'returned');
create unique index subsidy_application_batch on subsidy_application (tenant_id, batch_id, student_id) where state not in ('withdrawn', 'cancelled', 'rejected');
create index subsidy_application_student_id on subsidy_application (tenant_id, student_id, created_at desc);
create index subsidy_application_department_id on subsidy_application (tenant_id, department_id, created_at desc);
create index subsidy_application_class_id on subsidy_application (tenant_id, class_id, created_at desc);
create index subsidy_application_batch_id on subsidy_application (tenant_id, batch_id, state);
create index subsidy_application_created_at on subsidy_application (tenant_id, created_at desc, id);
create index subsidy_application_state on subsidy_application (tenant_id, state, id);
create index subsidy_application_amount_approved on subsidy_application (tenant_id, amount_approved desc, id);
create index subsidy_application_decided_at on subsidy_application (tenant_id, decided_at desc, id);
create index subsidy_application_due_at on subsidy_application (tenant_id, due_at, id) where state = 'pending';

create table subsidy_grant (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, item_id uuid not null, batch_id uuid, application_id uuid, fund_id uuid, xn text not null, cause text not null, seq int not null default 1,
  level text, amount bigint not null check (amount > 0), released bigint not null default 0, paid bigint not null default 0, plan jsonb not null,
  state text not null default 'active' check (state in ('active', 'suspended', 'finished', 'recovered')), suspended_from text, reason text, granted_on date not null, ended_on date, claims int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, item_id) references subsidy_item (tenant_id, id),
  foreign key (tenant_id, batch_id) references subsidy_batch (tenant_id, id),
  foreign key (tenant_id, application_id) references subsidy_application (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  constraint subsidy_grant_sum check (released >= 0 and paid >= 0 and paid + released <= amount)
);
-- Granted once, however often a round or a list is worked off; and so often a year as the item says.
create unique index subsidy_grant_cause_key on subsidy_grant (tenant_id, item_id, xn, student_id, cause);
create unique index subsidy_grant_seq on subsidy_grant (tenant_id, item_id, xn, student_id, seq);
create index subsidy_grant_student_id on subsidy_grant (tenant_id, student_id, xn);
create index subsidy_grant_granted_on on subsidy_grant (tenant_id, granted_on desc, id);
create index subsidy_grant_amount on subsidy_grant (tenant_id, amount desc, id);
create index subsidy_grant_state on subsidy_grant (tenant_id, state, id);
create index subsidy_grant_department_id on subsidy_grant (tenant_id, department_id, granted_on desc);
create index subsidy_grant_class_id on subsidy_grant (tenant_id, class_id, granted_on desc);
create index subsidy_grant_batch_id on subsidy_grant (tenant_id, batch_id);
create index subsidy_grant_application_id on subsidy_grant (tenant_id, application_id);
create index subsidy_grant_fund_id on subsidy_grant (tenant_id, fund_id);
