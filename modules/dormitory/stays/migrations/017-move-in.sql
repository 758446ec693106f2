-- One building on one day, open in slots of equal length.
create table move_in_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dorm_id uuid not null,
  day date not null,
  from_time text not null default '08:00',
  to_time text not null default '18:00',
  slot_minutes int not null default 30 check (slot_minutes between 10 and 240),
  places int not null check (places between 1 and 1000),
  note text,
  state text not null default 'draft' check (state in ('draft', 'published')),
  published_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check (to_time > from_time),
  check ((state = 'published') = (published_at is not null))
);
create unique index move_in_plan_dorm_id_day_key on move_in_plan (tenant_id, dorm_id, day);
create index move_in_plan_day on move_in_plan (tenant_id, day desc, id);

-- What a published plan offers. `taken` is counted by the trigger below and by nobody else; it never passes `places`.
create table move_in_slot (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  places int not null,
  taken int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references move_in_plan (tenant_id, id) on delete cascade,
  check (end_at > begin_at),
  constraint move_in_slot_full check (taken between 0 and places)
);
create unique index move_in_slot_plan_id_begin_at_key on move_in_slot (tenant_id, plan_id, begin_at);

-- When a student means to arrive. Times stay here when the plan and its slots are gone.
create table move_in_choice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  stay_id uuid not null,
  student_id uuid not null,
  student_no text,
  name text,
  department_id uuid,
  class_id uuid,
  bed_id uuid,
  dorm_id uuid not null,
  slot_id uuid,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  state text not null default 'chosen' check (state in ('chosen', 'came', 'withdrawn', 'lapsed')),
  chosen_at timestamptz not null default now(),
  arrived_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, stay_id) references dorm_stay (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, slot_id) references move_in_slot (tenant_id, id),
  check ((state = 'came') = (arrived_at is not null))
);
-- A stay has one slot, whoever is faster.
create unique index move_in_choice_one on move_in_choice (tenant_id, stay_id) where state in ('chosen', 'came');
create index move_in_choice_begin_at on move_in_choice (tenant_id, begin_at, id);
create index move_in_choice_chosen_at on move_in_choice (tenant_id, chosen_at, id);
create index move_in_choice_arrived_at on move_in_choice (tenant_id, arrived_at, id);
create index move_in_choice_student_no on move_in_choice (tenant_id, student_no, id);
create index move_in_choice_name on move_in_choice (tenant_id, name, id);
create index move_in_choice_stay_id on move_in_choice (tenant_id, stay_id);
create index move_in_choice_student_id on move_in_choice (tenant_id, student_id, begin_at);
create index move_in_choice_department_id on move_in_choice (tenant_id, department_id, begin_at);
create index move_in_choice_class_id on move_in_choice (tenant_id, class_id, begin_at);
create index move_in_choice_bed_id on move_in_choice (tenant_id, bed_id);
create index move_in_choice_dorm_id on move_in_choice (tenant_id, dorm_id, begin_at);
create index move_in_choice_slot_id on move_in_choice (tenant_id, slot_id) where slot_id is not null;

create function count_move_in() returns trigger language plpgsql as $$
declare
  was uuid := case when tg_op <> 'INSERT' and old.state in ('chosen', 'came') then old.slot_id end;
  is_now uuid := case when tg_op <> 'DELETE' and new.state in ('chosen', 'came') then new.slot_id end;
begin
  if was is distinct from is_now then
    update move_in_slot set taken = taken - 1 where tenant_id = old.tenant_id and id = was;
    update move_in_slot set taken = taken + 1 where tenant_id = new.tenant_id and id = is_now;
  end if;
  return null;
end $$;
create trigger move_in_choice_counted after insert or delete or update of slot_id, state on move_in_choice for each row execute function count_move_in();
