-- What the school gives for an activity of a category and level; more than that the league decides.
create table activity_rate (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  category text not null, level text not null check (level in ('school', 'college', 'society', 'class')),
  hours numeric(5, 1) check (hours >= 0), points numeric(6, 2) check (points >= 0), labour_hours numeric(5, 1) check (labour_hours >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index activity_rate_key on activity_rate (tenant_id, category, level);
