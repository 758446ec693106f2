-- What a branch or committee hands up; one of a plan at a time.
create table remittance (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null, from_id uuid not null, to_id uuid not null, collected bigint not null check (collected > 0), due_share int not null, due bigint not null,
  amount bigint, received bigint, voucher jsonb, state text not null default 'draft' check (state in ('draft', 'sent', 'received', 'returned')),
  sent_by_id uuid, sent_at timestamptz, received_by_id uuid, received_at timestamptz, explained_by_id uuid, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references league_fee_plan (tenant_id, id),
  foreign key (tenant_id, from_id) references league_branch (tenant_id, id),
  foreign key (tenant_id, to_id) references league_branch (tenant_id, id),
  constraint remittance_two_people check (state <> 'received' or sent_by_id is distinct from received_by_id),
  constraint remittance_explained check (state <> 'received' or received = amount or explained_by_id is not null)
);
create unique index remittance_open on remittance (tenant_id, plan_id, from_id) where state <> 'received';
create index remittance_created_at on remittance (tenant_id, created_at desc, id);
create index remittance_plan_id on remittance (tenant_id, plan_id);
create index remittance_from_id on remittance (tenant_id, from_id);
create index remittance_to_id on remittance (tenant_id, to_id);
create index remittance_sent_at on remittance (tenant_id, sent_at, id);
create index remittance_received_at on remittance (tenant_id, received_at, id);
