create table loan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  thing text not null, state text not null, warn_at timestamptz, due_at timestamptz not null, due_on date, told text, raised int, reminded_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
