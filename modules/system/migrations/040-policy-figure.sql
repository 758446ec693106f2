-- Dated amounts and limits of the state. Two rows of one figure and scope never overlap in time.
create table policy_figure (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, scope text not null check (scope in ('all', 'undergraduate', 'master', 'doctor', 'secondary')), value jsonb not null, unit text not null,
  effective_from date not null, effective_to date, basis text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint policy_figure_dates check (effective_to >= effective_from),
  constraint policy_figure_apart exclude using gist (tenant_id with =, code with =, scope with =, daterange(effective_from, effective_to, '[]') with &&)
);
create unique index policy_figure_code_scope_effective_from_key on policy_figure (tenant_id, code, scope, effective_from);
