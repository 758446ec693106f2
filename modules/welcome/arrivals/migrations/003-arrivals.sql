-- When new students arrive: slots with room, and what each has registered.
create table arrival_slot (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, campus_id uuid not null, "from" timestamptz not null, "to" timestamptz not null, capacity int not null, taken int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check ("to" > "from"),
  -- No slot is overbooked, whatever the program does.
  constraint arrival_slot_room check (taken between 0 and capacity)
);
create unique index arrival_slot_key on arrival_slot (tenant_id, batch_id, campus_id, "from");
create index arrival_slot_from on arrival_slot (tenant_id, "from", id);

create table arrival_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, slot_id uuid not null, transport text not null, service_no text, station text, companions int not null default 0, plate text,
  pick_up boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, slot_id) references arrival_slot (tenant_id, id)
);
create unique index arrival_plan_key on arrival_plan (tenant_id, batch_id, student_id);
create index arrival_plan_student_id on arrival_plan (tenant_id, student_id);
create index arrival_plan_slot_id on arrival_plan (tenant_id, slot_id);
create index arrival_plan_updated on arrival_plan (tenant_id, updated_at desc, id);
