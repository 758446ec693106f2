create table errand (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, student_id uuid, place text not null, days int not null, kind text not null, phone text, illness text, allowance int, internal text, checker_id uuid, until date, proof jsonb,
  state text not null, log text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create table errand_round (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null, state text not null default 'draft',
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb, notice_level text, notice_columns jsonb, conditions jsonb, at_end text not null default 'stay',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
