-- Numbers an account had before. It goes on answering to them at sign-in; no other account takes them.
create table account_alias (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  realm text not null, alias text not null, user_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index account_alias_realm_alias_key on account_alias (tenant_id, realm, alias);
create index account_alias_user_id on account_alias (tenant_id, user_id);
