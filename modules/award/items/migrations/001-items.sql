create table award_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null,
  category text not null check (category in ('scholarship', 'honour', 'collective')),
  award_grade text not null, subject text not null default 'student' check (subject in ('student', 'class', 'room')),
  levels jsonb not null, exclusions jsonb, conditions jsonb, fund_id uuid,
  needs_rank boolean not null default true, needs_statement boolean not null default true, statement_min int default 50, statement_max int default 500,
  is_reported boolean not null default false, donor text, agreement jsonb, donor_from date, donor_until date,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  constraint award_item_subject check ((category = 'collective') = (subject <> 'student'))
);
create unique index award_item_code_key on award_item (tenant_id, code);
create unique index award_item_name_key on award_item (tenant_id, name);
create index award_item_category on award_item (tenant_id, category, id);
create index award_item_fund on award_item (tenant_id, fund_id);
