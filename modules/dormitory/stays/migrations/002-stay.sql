create sequence dorm_stay_no_seq;
-- One student in one bed. Places are the bed's, written by a trigger; class and department follow the student while the stay is open.
create table dorm_stay (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stay_no text not null default 'ZS' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('dorm_stay_no_seq') % 1000000)::text, 6, '0'),
  student_id uuid not null,
  student_no text,
  name text,
  gender_code text,
  department_id uuid,
  grade int,
  class_id uuid,
  bed_id uuid not null,
  room_id uuid not null,
  floor_id uuid not null,
  dorm_id uuid not null,
  campus_id uuid not null,
  kind text not null default 'main',
  source text not null default 'manual',
  state text not null default 'reserved',
  is_open boolean not null default true,
  batch_id uuid,
  planned_in date not null,
  planned_out date,
  hold_until timestamptz,
  check_in_at timestamptz,
  check_in_by uuid,
  check_in_way text,
  early_reason text,
  inventory_json jsonb,
  inventory_at timestamptz,
  damage_note text,
  damage_photos jsonb,
  key_no text,
  check_out_at timestamptz,
  check_out_by uuid,
  check_out_reason text,
  check_out_note text,
  debts jsonb,
  debt_count int not null default 0,
  cancel_reason text,
  fee_per_year bigint,
  -- Days the bed is taken, the last one free again. Who stays past the planned day takes the bed for that day at least.
  period daterange generated always as (daterange(
    coalesce((check_in_at at time zone 'Asia/Shanghai')::date, planned_in),
    case when check_out_at is not null then greatest((check_out_at at time zone 'Asia/Shanghai')::date, coalesce((check_in_at at time zone 'Asia/Shanghai')::date, planned_in))
      when planned_out is not null then greatest(planned_out, coalesce((check_in_at at time zone 'Asia/Shanghai')::date, planned_in) + 1) end)) stored,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, bed_id) references dorm_bed (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  foreign key (tenant_id, floor_id) references dorm_floor (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check (kind in ('main', 'temporary', 'change')),
  check (source in ('presort', 'claim', 'manual', 'import', 'change', 'holiday')),
  check (state in ('held', 'reserved', 'checkedIn', 'checkedOut', 'expired', 'cancelled')),
  check (check_in_way in ('self', 'desk', 'batch')),
  check (planned_out > planned_in),
  constraint dorm_stay_open check (is_open = (state in ('held', 'reserved', 'checkedIn'))),
  constraint dorm_stay_dates check (case state when 'checkedIn' then check_in_at is not null and check_out_at is null when 'checkedOut' then check_in_at is not null and check_out_at is not null
    when 'held' then hold_until is not null and check_in_at is null else check_in_at is null end),
  -- Whoever is faster: a bed is promised once at a time, lasting and temporary stays apart, and a student has one bed of a kind at a time.
  constraint dorm_stay_bed exclude using gist (tenant_id with =, bed_id with =, period with &&) where (is_open and kind <> 'temporary'),
  constraint dorm_stay_bed_temporary exclude using gist (tenant_id with =, bed_id with =, period with &&) where (is_open and kind = 'temporary'),
  constraint dorm_stay_student exclude using gist (tenant_id with =, student_id with =, kind with =, period with &&) where (is_open)
);
create unique index dorm_stay_stay_no_key on dorm_stay (tenant_id, stay_no);
-- Nobody moves into a bed that somebody should have left and has not.
create unique index dorm_stay_one_sleeper on dorm_stay (tenant_id, bed_id, (kind = 'temporary')) where state = 'checkedIn';
create index dorm_stay_planned_in on dorm_stay (tenant_id, planned_in desc, id);
create index dorm_stay_planned_out on dorm_stay (tenant_id, planned_out, id);
create index dorm_stay_check_in on dorm_stay (tenant_id, check_in_at desc, id);
create index dorm_stay_check_out on dorm_stay (tenant_id, check_out_at desc, id);
create index dorm_stay_student_id on dorm_stay (tenant_id, student_id, planned_in desc);
create index dorm_stay_student_no on dorm_stay (tenant_id, student_no, id);
create index dorm_stay_name on dorm_stay (tenant_id, name, id);
create index dorm_stay_bed_id on dorm_stay (tenant_id, bed_id);
create index dorm_stay_room_id on dorm_stay (tenant_id, room_id, is_open);
create index dorm_stay_floor_id on dorm_stay (tenant_id, floor_id, is_open);
create index dorm_stay_dorm_id on dorm_stay (tenant_id, dorm_id, state, planned_in desc);
create index dorm_stay_campus_id on dorm_stay (tenant_id, campus_id, state, planned_in desc);
create index dorm_stay_department_id on dorm_stay (tenant_id, department_id, planned_in desc);
create index dorm_stay_class_id on dorm_stay (tenant_id, class_id, planned_in desc);
create index dorm_stay_grade on dorm_stay (tenant_id, grade, state);
create index dorm_stay_state on dorm_stay (tenant_id, state, planned_in desc);
create index dorm_stay_batch_id on dorm_stay (tenant_id, batch_id) where batch_id is not null;
create index dorm_stay_held on dorm_stay (tenant_id, hold_until) where state = 'held';

create function place_dorm_stay() returns trigger language plpgsql as $$
begin
  select b.room_id, b.floor_id, b.dorm_id, d.campus_id into new.room_id, new.floor_id, new.dorm_id, new.campus_id
    from dorm_bed b join dorm_building d on d.tenant_id = b.tenant_id and d.id = b.dorm_id where b.tenant_id = new.tenant_id and b.id = new.bed_id;
  return new;
end $$;
create trigger dorm_stay_places before insert or update of bed_id, room_id, floor_id, dorm_id, campus_id on dorm_stay for each row execute function place_dorm_stay();
-- A room given to another floor, or a building to another campus, takes its stays along.
create function move_dorm_stays() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'dorm_bed' then
    update dorm_stay set bed_id = bed_id where tenant_id = new.tenant_id and bed_id = new.id;
  else
    update dorm_stay set bed_id = bed_id where tenant_id = new.tenant_id and dorm_id = new.id;
  end if;
  return null;
end $$;
create trigger dorm_bed_moved after update on dorm_bed for each row when (old.floor_id <> new.floor_id or old.dorm_id <> new.dorm_id) execute function move_dorm_stays();
create trigger dorm_building_moved after update on dorm_building for each row when (old.campus_id <> new.campus_id) execute function move_dorm_stays();

-- A student, or without one a whole class, that is away from the dormitory for a while.
create table presence_exception (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid,
  class_id uuid,
  department_id uuid,
  "from" date not null,
  "to" date not null,
  reason text not null,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  check ("to" >= "from"),
  check (student_id is not null or class_id is not null)
);
create index presence_exception_from on presence_exception (tenant_id, "from" desc, id);
create index presence_exception_to on presence_exception (tenant_id, "to", id);
create index presence_exception_student_id on presence_exception (tenant_id, student_id, "from");
create index presence_exception_class_id on presence_exception (tenant_id, class_id, "from");
create index presence_exception_department_id on presence_exception (tenant_id, department_id);
