-- The ticket by which pages may use WeCom's script interface: one for all processes, since WeCom gives out few an hour. Whoever moves `asked_until` asks for the next one.
create table wecom_ticket (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  source_id uuid not null, source_version int not null, ticket text, ticket_hash text, valid_until timestamptz, asked_until timestamptz not null, is_failing boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, source_id) references identity_source (tenant_id, id) on delete cascade
);
create unique index wecom_ticket_source_id_key on wecom_ticket (tenant_id, source_id);
