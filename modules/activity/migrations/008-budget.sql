-- What activities cost: the budget of the proposal, each expense with its vouchers, and the closing of the costs.
alter table activity add budget jsonb, add budget_sum bigint not null default 0 check (budget_sum >= 0), add cost bigint check (cost >= 0);
-- a table takes its name
drop index activity_closing;
create index activity_unsettled on activity (tenant_id, end_at) where state = 'approved';
create index activity_unclosed on activity (tenant_id, end_at) where budget_sum > 0 and cost is null;
create table activity_cost (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, line int check (line > 0), item text not null, source text not null check (source in ('society', 'department', 'other')),
  amount bigint not null check (amount > 0), vouchers jsonb not null, maker_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id),
  foreign key (tenant_id, maker_id) references sys_user (tenant_id, id)
);
create index activity_cost_activity_id on activity_cost (tenant_id, activity_id, id);
create index activity_cost_maker_id on activity_cost (tenant_id, maker_id);
create table activity_closing (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  activity_id uuid not null, society_id uuid, applicant_id uuid not null, planned bigint not null, spent bigint not null, is_over boolean not null, note text,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, applicant_id) references sys_user (tenant_id, id)
);
-- The costs of an activity are closed once.
create unique index activity_closing_live on activity_closing (tenant_id, activity_id) where state in ('pending', 'returned', 'approved');
create index activity_closing_activity_id on activity_closing (tenant_id, activity_id);
create index activity_closing_society_id on activity_closing (tenant_id, society_id);
create index activity_closing_applicant_id on activity_closing (tenant_id, applicant_id);
create index activity_closing_created_at on activity_closing (tenant_id, created_at desc, id);
create index activity_closing_state on activity_closing (tenant_id, state, created_at desc);
