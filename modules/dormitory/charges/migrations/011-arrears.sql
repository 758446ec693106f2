-- What a bed costs a year, from a school year on.
create table lodging_standard (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null check (xn ~ '^\d{4}-\d{4}$'),
  dorm_id uuid,
  room_type text not null,
  amount bigint not null check (amount >= 0),
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id)
);
create unique index lodging_standard_xn_dorm_id_room_type_key on lodging_standard (tenant_id, xn, dorm_id, room_type) nulls not distinct;
create index lodging_standard_dorm_id on lodging_standard (tenant_id, dorm_id);

-- What one stay costs in one school year. Charged once, however often and from wherever it is run.
create table lodging_charge (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null,
  student_id uuid not null,
  stay_id uuid not null,
  department_id uuid,
  class_id uuid,
  dorm_id uuid,
  bed_id uuid,
  months int not null check (months between 0 and 12),
  detail jsonb not null,
  standard bigint not null,
  due bigint not null check (due >= 0),
  adjust bigint not null default 0,
  adjust_reason text,
  due_on date not null,
  bill_line_id uuid,
  paid bigint not null default 0,
  deferred bigint not null default 0,
  deferred_until date,
  -- Kept by a trigger, so that it cannot differ from what it follows from.
  owed bigint not null default 0,
  ledger_at timestamptz,
  reminded_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, stay_id) references dorm_stay (tenant_id, id),
  check (due + adjust >= 0)
);
create unique index lodging_charge_xn_stay_id_key on lodging_charge (tenant_id, xn, stay_id);
create index lodging_charge_owed on lodging_charge (tenant_id, owed desc, id);
create index lodging_charge_due_on on lodging_charge (tenant_id, due_on desc, id);
create index lodging_charge_xn on lodging_charge (tenant_id, xn, owed desc);
create index lodging_charge_student_id on lodging_charge (tenant_id, student_id, xn);
create index lodging_charge_stay_id on lodging_charge (tenant_id, stay_id);
create index lodging_charge_department_id on lodging_charge (tenant_id, department_id, owed desc);
create index lodging_charge_class_id on lodging_charge (tenant_id, class_id, owed desc);
create index lodging_charge_dorm_id on lodging_charge (tenant_id, dorm_id, owed desc);
create index lodging_charge_bed_id on lodging_charge (tenant_id, bed_id);
create index lodging_charge_bill_line on lodging_charge (tenant_id, bill_line_id) where bill_line_id is not null;
create function owe_lodging_charge() returns trigger language plpgsql as $$
begin
  new.owed := greatest(0, new.due + new.adjust - new.paid - new.deferred);
  return new;
end $$;
create trigger lodging_charge_owed before insert or update on lodging_charge for each row execute function owe_lodging_charge();

-- Readings of the meters of rooms; only added to.
create table room_utility (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  room_id uuid not null,
  dorm_id uuid,
  kind text not null check (kind in ('electric', 'water')),
  reading numeric(12,2) not null check (reading >= 0),
  amount bigint not null check (amount >= 0),
  balance bigint not null,
  read_at timestamptz not null,
  sharers int,
  share bigint,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id)
);
create unique index room_utility_room_id_kind_read_at_key on room_utility (tenant_id, room_id, kind, read_at);
create index room_utility_read_at on room_utility (tenant_id, read_at desc, id);
create index room_utility_balance on room_utility (tenant_id, balance, id);
create index room_utility_dorm_id on room_utility (tenant_id, dorm_id, read_at desc);
create function place_room_utility() returns trigger language plpgsql as $$
begin
  select r.dorm_id into new.dorm_id from dorm_room r where r.tenant_id = new.tenant_id and r.id = new.room_id;
  return new;
end $$;
create trigger room_utility_place before insert or update of room_id on room_utility for each row execute function place_room_utility();
