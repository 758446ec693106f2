create sequence temp_location_no_seq;
-- Some nights of one student elsewhere, asked for and agreed to.
create table temp_location (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  temp_no text not null default 'WS' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('temp_location_no_seq') % 1000000)::text, 4, '0'),
  student_id uuid not null,
  department_id uuid,
  class_id uuid,
  "from" timestamptz not null,
  "to" timestamptz not null,
  place_type text not null,
  canton_code text,
  address text not null,
  companion text,
  contact_name text not null,
  contact_phone text not null,
  guardian_informed boolean not null default false,
  reason text not null,
  proofs jsonb,
  nights int not null,
  first_night date not null,
  actual_nights int,
  state text not null,
  approved_at timestamptz,
  due_told_at timestamptz,
  back_at timestamptz,
  back_note text,
  cancel_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, canton_code) references canton (tenant_id, code),
  check ("to" > "from"),
  check (nights > 0),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'active', 'overdue', 'closed')),
  constraint temp_location_back check (state <> 'closed' or back_at is not null),
  -- Nobody is in two places in one night, from whichever phone it was asked first.
  constraint temp_location_apart exclude using gist (tenant_id with =, student_id with =, tstzrange("from", "to") with &&)
    where (state in ('pending', 'returned', 'approved', 'active', 'overdue'))
);
create unique index temp_location_temp_no_key on temp_location (tenant_id, temp_no);
create index temp_location_from on temp_location (tenant_id, "from" desc, id);
create index temp_location_to on temp_location (tenant_id, "to" desc, id);
create index temp_location_back on temp_location (tenant_id, back_at desc, id);
create index temp_location_student_id on temp_location (tenant_id, student_id, "from" desc);
create index temp_location_department_id on temp_location (tenant_id, department_id, "from" desc);
create index temp_location_class_id on temp_location (tenant_id, class_id, "from" desc);
create index temp_location_state on temp_location (tenant_id, state, "from" desc);
create index temp_location_canton_code on temp_location (tenant_id, canton_code);
-- What the clock and a night's roster look at: a few hundred rows of many thousand.
create index temp_location_running on temp_location (tenant_id, "to") where state in ('approved', 'active', 'overdue');
