create table charge_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, nature text not null check (nature in ('administrative', 'service', 'agency', 'deposit')), filing_no text,
  period text not null, optional boolean not null default false, partial boolean not null default true, least_part bigint not null default 10000, refund_rule text not null default 'byMonth',
  receipt_kind text not null default 'fiscal', merchant_id uuid, loan_coverable boolean not null default false, priority int not null default 50, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant_account (tenant_id, id),
  check (nature not in ('service', 'agency') or optional), check (nature <> 'administrative' or filing_no is not null)
);
create unique index charge_item_code_key on charge_item (tenant_id, code);
create index charge_item_priority on charge_item (tenant_id, priority, code);
create index charge_item_name on charge_item (tenant_id, name);
create index charge_item_merchant_id on charge_item (tenant_id, merchant_id);

create table charge_standard (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  item_id uuid not null, xn text not null check (xn ~ '^\d{4}-\d{4}$'), grade_from int, grade_to int,
  campus_id uuid, department_id uuid, major_id uuid, education_level text, student_category text, building_id uuid, room_type text,
  amount bigint not null check (amount >= 0), per_credit boolean not null default false, doc_files jsonb, published boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references charge_item (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id)
);
create index charge_standard_item_id on charge_standard (tenant_id, item_id, xn desc);
create index charge_standard_xn on charge_standard (tenant_id, xn desc, item_id);
create index charge_standard_amount on charge_standard (tenant_id, amount, id);
create index charge_standard_campus_id on charge_standard (tenant_id, campus_id);
create index charge_standard_department_id on charge_standard (tenant_id, department_id);
create index charge_standard_major_id on charge_standard (tenant_id, major_id);
create index charge_standard_building_id on charge_standard (tenant_id, building_id);
