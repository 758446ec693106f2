-- What new students tell before they arrive.
create table welcome_info (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, email text, home_address text, postcode text, emergency_name text, emergency_phone text, family jsonb,
  political_code text, joined_on date, league_branch text, height int, weight int, shoe_size int, health_code text, special_needs text, moves_household boolean, hukou_address text,
  sections jsonb, completed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index welcome_info_key on welcome_info (tenant_id, student_id);
create index welcome_info_updated on welcome_info (tenant_id, updated_at desc, id);
create index welcome_info_completed_at on welcome_info (tenant_id, completed_at desc, id);
