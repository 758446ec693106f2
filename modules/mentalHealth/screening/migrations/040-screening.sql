-- Scales: what they ask, how they are counted, from where on a level is proposed.
create table mh_scale (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, edition text not null, stem text not null, items jsonb not null, options jsonb not null,
  item_count int not null check (item_count > 0), low int not null, high int not null, scoring text not null check (scoring in ('sum', 'standard')),
  dimensions jsonb not null, cutoffs jsonb not null, risk_items jsonb not null, licence_note text not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (high > low)
);
create unique index mh_scale_code_key on mh_scale (tenant_id, code);
