-- Hours of psychologists, and the students who have booked them.
create table mh_slot (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  psychologist_id uuid not null, start timestamptz not null, "end" timestamptz not null, room text, is_online boolean not null default false,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, psychologist_id) references sys_user (tenant_id, id),
  check ("end" > start),
  constraint mh_slot_place check ((room is null) = is_online),
  constraint mh_slot_psychologist_apart exclude using gist (tenant_id with =, psychologist_id with =, tstzrange(start, "end") with &&) where (state = 'open'),
  constraint mh_slot_room_apart exclude using gist (tenant_id with =, room with =, tstzrange(start, "end") with &&) where (state = 'open' and room is not null)
);
create index mh_slot_start on mh_slot (tenant_id, start, id);
create index mh_slot_psychologist_id on mh_slot (tenant_id, psychologist_id, start);

create table mh_appointment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  slot_id uuid not null, student_id uuid not null,
  topic text not null, topic_hash text not null, urgency text not null default 'routine' check (urgency in ('routine', 'urgent')), intake text, intake_hash text,
  state text not null default 'booked' check (state in ('booked', 'checkedIn', 'done', 'noShow', 'cancelled')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, slot_id) references mh_slot (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
-- One student has an hour, and a student has one hour at a time.
create unique index mh_appointment_slot on mh_appointment (tenant_id, slot_id) where state <> 'cancelled';
create unique index mh_appointment_student on mh_appointment (tenant_id, student_id) where state in ('booked', 'checkedIn');
create index mh_appointment_slot_id on mh_appointment (tenant_id, slot_id);
create index mh_appointment_student_id on mh_appointment (tenant_id, student_id, state);
