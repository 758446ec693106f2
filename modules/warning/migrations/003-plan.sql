-- New weights, replayed on last term before they take effect.
create table weight_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  rules jsonb not null,
  based_on jsonb not null,
  entries int not null check (entries >= 0),
  entries_now int not null check (entries_now >= 0),
  applied_at timestamptz,
  applied_by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, applied_by_id) references sys_user (tenant_id, id)
);
create index weight_plan_created_at on weight_plan (tenant_id, created_at desc, id);
create index weight_plan_applied_by_id on weight_plan (tenant_id, applied_by_id) where applied_by_id is not null;
