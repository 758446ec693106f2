-- Buildings used as dormitories, their floors, rooms and beds. What a row repeats of those above it (campus, building, full name)
-- is written by triggers: whoever writes, by form, sheet or generation, it cannot differ.
create table curfew_profile (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, curfew_workday text not null default '23:00', curfew_free text not null default '23:30', cut_off text not null default '00:30', gate_opening text not null default '06:00',
  exceptions jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index curfew_profile_name_key on curfew_profile (tenant_id, name);

create table dorm_building (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  building_id uuid not null, campus_id uuid not null, code text not null, name text not null, gender_rule text not null, manager_ids jsonb, duty_phone text,
  curfew_profile_id uuid not null, gate_mode text not null default 'none', fence jsonb, holiday_shared boolean default false, sort int default 0, is_enabled boolean not null default true,
  full_name text not null, deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  foreign key (tenant_id, curfew_profile_id) references curfew_profile (tenant_id, id),
  check (gender_rule in ('male', 'female', 'mixed')), check (gate_mode in ('none', 'events', 'manual'))
);
create unique index dorm_building_building_id_key on dorm_building (tenant_id, building_id) where deleted_at is null;
create unique index dorm_building_code_key on dorm_building (tenant_id, code) where deleted_at is null;
create unique index dorm_building_campus_id_name_key on dorm_building (tenant_id, campus_id, name) where deleted_at is null;

create table dorm_floor (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dorm_id uuid not null, floor_no int not null, name text not null, gender_code text, floor_head_id uuid, is_enabled boolean not null default true,
  full_name text not null, deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, floor_head_id) references student (tenant_id, id),
  check (floor_no between -2 and 60 and floor_no <> 0), check (gender_code in ('1', '2'))
);
create unique index dorm_floor_dorm_id_floor_no_key on dorm_floor (tenant_id, dorm_id, floor_no) where deleted_at is null;
create index dorm_floor_full_name on dorm_floor (tenant_id, full_name, id);
create index dorm_floor_head on dorm_floor (tenant_id, floor_head_id);

create table dorm_room (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  floor_id uuid not null, dorm_id uuid not null, room_no text not null, room_type text not null, gender_code text, lodging_gender text, usage text not null default 'student', department_id uuid,
  has_bathroom boolean default false, has_aircon boolean default false, accessible boolean default false, orientation text,
  state text not null default 'normal', closed_from date, closed_to date, closed_reason text, head_student_id uuid, is_enabled boolean not null default true,
  full_name text not null, deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, floor_id) references dorm_floor (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, head_student_id) references student (tenant_id, id),
  check (gender_code in ('1', '2')), check (usage in ('student', 'staff', 'activity', 'storage', 'reserve', 'isolation')), check (state in ('normal', 'repair', 'closed')),
  check (closed_to >= closed_from)
);
create unique index dorm_room_dorm_id_room_no_key on dorm_room (tenant_id, dorm_id, room_no) where deleted_at is null;
create index dorm_room_full_name on dorm_room (tenant_id, full_name, id);
create index dorm_room_room_no on dorm_room (tenant_id, room_no, id);
create index dorm_room_lodging_gender on dorm_room (tenant_id, lodging_gender, full_name);
create index dorm_room_floor on dorm_room (tenant_id, floor_id);
create index dorm_room_department on dorm_room (tenant_id, department_id);
create index dorm_room_head on dorm_room (tenant_id, head_student_id);

create table dorm_bed (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  room_id uuid not null, dorm_id uuid not null, floor_id uuid not null, bed_no int not null, bed_type text not null default 'loft', is_enabled boolean not null default true,
  lock_reason text, locked_until timestamptz, locked_at timestamptz, locked_by uuid,
  full_name text not null, deleted_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, floor_id) references dorm_floor (tenant_id, id),
  check (bed_no between 1 and 16), check (lock_reason is not null or locked_until is null)
);
create unique index dorm_bed_room_id_bed_no_key on dorm_bed (tenant_id, room_id, bed_no) where deleted_at is null;
create index dorm_bed_full_name on dorm_bed (tenant_id, full_name, id);
create index dorm_bed_dorm on dorm_bed (tenant_id, dorm_id);
create index dorm_bed_floor on dorm_bed (tenant_id, floor_id);
create index dorm_bed_locked_until on dorm_bed (tenant_id, locked_until, id);

-- Full names (20-DB5): campus, building, room, a dash and the bed. Whom a room is for (20-DB1): its own gender, else its floor's, else its building's.
create function name_dorm_building() returns trigger language plpgsql as $$
begin
  select c.id, c.name || new.name into new.campus_id, new.full_name
    from building b join campus c on c.tenant_id = b.tenant_id and c.id = b.campus_id where b.tenant_id = new.tenant_id and b.id = new.building_id;
  return new;
end $$;
create trigger dorm_building_names before insert or update of building_id, campus_id, name, full_name on dorm_building for each row execute function name_dorm_building();

create function name_dorm_floor() returns trigger language plpgsql as $$
begin
  select d.full_name || new.name into new.full_name from dorm_building d where d.tenant_id = new.tenant_id and d.id = new.dorm_id;
  return new;
end $$;
create trigger dorm_floor_names before insert or update of dorm_id, name, full_name on dorm_floor for each row execute function name_dorm_floor();

create function name_dorm_room() returns trigger language plpgsql as $$
begin
  select d.id, d.full_name || new.room_no, coalesce(new.gender_code, f.gender_code, case d.gender_rule when 'male' then '1' when 'female' then '2' end) into new.dorm_id, new.full_name, new.lodging_gender
    from dorm_floor f join dorm_building d on d.tenant_id = f.tenant_id and d.id = f.dorm_id where f.tenant_id = new.tenant_id and f.id = new.floor_id;
  return new;
end $$;
create trigger dorm_room_names before insert or update of floor_id, dorm_id, room_no, gender_code, lodging_gender, full_name on dorm_room for each row execute function name_dorm_room();

create function name_dorm_bed() returns trigger language plpgsql as $$
begin
  select r.dorm_id, r.floor_id, r.full_name || '-' || new.bed_no into new.dorm_id, new.floor_id, new.full_name
    from dorm_room r where r.tenant_id = new.tenant_id and r.id = new.room_id;
  return new;
end $$;
create trigger dorm_bed_names before insert or update of room_id, dorm_id, floor_id, bed_no, full_name on dorm_bed for each row execute function name_dorm_bed();

-- A changed name or place is handed down, one statement a level.
create function rename_in_dorm() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'campus' then
    update dorm_building set full_name = '' where tenant_id = new.tenant_id and campus_id = new.id;
  elsif tg_table_name = 'building' then
    update dorm_building set full_name = '' where tenant_id = new.tenant_id and building_id = new.id;
  elsif tg_table_name = 'dorm_building' then
    update dorm_floor set full_name = '' where tenant_id = new.tenant_id and dorm_id = new.id;
    update dorm_room set full_name = '' where tenant_id = new.tenant_id and dorm_id = new.id;
  elsif tg_table_name = 'dorm_floor' then
    update dorm_room set full_name = '' where tenant_id = new.tenant_id and floor_id = new.id;
  else
    update dorm_bed set full_name = '' where tenant_id = new.tenant_id and room_id = new.id;
  end if;
  return null;
end $$;
create trigger campus_renamed after update of name on campus for each row when (old.name <> new.name) execute function rename_in_dorm();
create trigger building_moved after update of campus_id on building for each row when (old.campus_id <> new.campus_id) execute function rename_in_dorm();
create trigger dorm_building_renamed after update on dorm_building for each row when (old.full_name <> new.full_name or old.gender_rule <> new.gender_rule) execute function rename_in_dorm();
create trigger dorm_floor_regiven after update on dorm_floor for each row when (old.gender_code is distinct from new.gender_code) execute function rename_in_dorm();
create trigger dorm_room_renamed after update on dorm_room for each row when (old.full_name <> new.full_name) execute function rename_in_dorm();
