-- What records passages, at the door of a building or at a gate of the campus.
create table access_device (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  dorm_id uuid,
  gate text,
  direction text not null default 'both' check (direction in ('in', 'out', 'both')),
  vendor text,
  secret text not null,
  secret_hash text,
  secret_at timestamptz not null default now(),
  -- Written with every delivery and past the history: a heartbeat is no change of the device.
  last_seen_at timestamptz,
  last_event_at timestamptz,
  -- Since when its silence has been noticed and told.
  silent_since timestamptz,
  received_count int not null default 0,
  repeat_count int not null default 0,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  constraint access_device_place check ((dorm_id is null) <> (gate is null))
) with (fillfactor = 60);
create unique index access_device_code_key on access_device (tenant_id, code);
create index access_device_dorm_id on access_device (tenant_id, dorm_id);

-- Numbers of cards and persons that devices say in place of a student number.
create table access_person (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  person_no text not null,
  student_id uuid not null,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index access_person_person_no_key on access_person (tenant_id, person_no);
create index access_person_student_id on access_person (tenant_id, student_id);

-- One pass of one person: 300,000 a day in a large school, kept for a year, never changed. Without foreign keys: the devices' codes and the students
-- are looked up as a row is written, and what was not known stands in quarantine.
create table access_event (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  device_code text not null,
  device_id uuid,
  dorm_id uuid,
  seq bigint,
  person_no text not null,
  student_id uuid,
  direction text not null check (direction in ('in', 'out')),
  event_at timestamptz not null,
  way text,
  received_at timestamptz not null default now(),
  source text not null default 'import' check (source in ('push', 'import', 'pull')),
  quarantine text check (quarantine in ('unknownPerson', 'futureTime', 'unknownDevice')),
  -- The time the device said, where its clock was set right afterwards.
  reported_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
-- A delivery repeated, by the device's own number or else by what it says.
create unique index access_event_seq on access_event (tenant_id, device_code, seq) where seq is not null;
create unique index access_event_natural on access_event (tenant_id, device_code, person_no, event_at, direction) where seq is null;
create index access_event_at on access_event (tenant_id, event_at desc, id desc);
create index access_event_student on access_event (tenant_id, student_id, event_at desc, id desc) where student_id is not null;
create index access_event_dorm on access_event (tenant_id, dorm_id, event_at desc, id desc) where dorm_id is not null;
create index access_event_quarantine on access_event (tenant_id, quarantine, event_at desc, id desc) where quarantine is not null;
create index access_event_person on access_event (tenant_id, person_no) where quarantine is not null;
-- A passage is a fact: only what stands in quarantine is mended, once.
create function access_event_is_fact() returns trigger language plpgsql as $$
begin
  if old.quarantine is null then raise exception 'a passage is never changed' using errcode = 'integrity_constraint_violation'; end if;
  return new;
end $$;
create trigger access_event_is_fact before update on access_event for each row execute function access_event_is_fact();

-- What of a student's night does not fit, at most one a night.
create table access_alert (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  type text not null check (type in ('lateReturn', 'nightOut', 'notSeen', 'notLeft')),
  student_id uuid not null,
  class_id uuid,
  department_id uuid,
  dorm_id uuid,
  room_id uuid,
  night_date date not null,
  -- The passage it is about: the late entry, or the last one there was.
  at timestamptz not null,
  is_final boolean not null default false,
  -- While a device of the building is silent, and whether one ever was.
  is_uncertain boolean not null default false,
  was_uncertain boolean not null default false,
  facts jsonb not null,
  state text not null default 'open' check (state in ('open', 'handling', 'closed', 'autoClosed')),
  opened_at timestamptz not null default now(),
  handled_by uuid,
  handled_at timestamptz,
  closed_at timestamptz,
  result text,
  note text,
  explained_by text,
  told_at timestamptz,
  escalated_at timestamptz,
  trace jsonb not null default '[]',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index access_alert_night on access_alert (tenant_id, student_id, night_date);
create index access_alert_night_date on access_alert (tenant_id, night_date desc, id);
create index access_alert_at on access_alert (tenant_id, at desc, id);
create index access_alert_opened_at on access_alert (tenant_id, opened_at desc, id);
create index access_alert_open on access_alert (tenant_id, state, night_date) where state in ('open', 'handling');
create index access_alert_class_id on access_alert (tenant_id, class_id, night_date desc);
create index access_alert_department_id on access_alert (tenant_id, department_id, night_date desc);
create index access_alert_dorm_id on access_alert (tenant_id, dorm_id, night_date desc);

-- Nights of students that have to be judged anew; whoever works them off takes them out.
create table access_touched (
  tenant_id uuid not null references tenant, night_date date not null, student_id uuid not null,
  primary key (tenant_id, night_date, student_id)
);
-- Which step of which night has been judged for a building, so that each process does it once.
create table access_judged (
  tenant_id uuid not null references tenant, night_date date not null, dorm_id uuid not null,
  step text not null check (step in ('cutOff', 'gateOpening')),
  at timestamptz not null default now(),
  primary key (tenant_id, night_date, dorm_id, step)
);
-- Where the school's own system has been asked up to.
create table access_pull (
  tenant_id uuid not null references tenant, cursor text, at timestamptz, error text,
  primary key (tenant_id)
);

create table dorm_visitor (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dorm_id uuid not null,
  name text not null,
  id_no text not null,
  id_no_hash text,
  phone text not null,
  host_student_id uuid not null,
  purpose text not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'inside', 'left', 'expired')),
  confirmed_at timestamptz,
  in_at timestamptz,
  out_at timestamptz,
  leave_by timestamptz not null,
  told_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  foreign key (tenant_id, host_student_id) references student (tenant_id, id),
  -- Nobody comes in whom the host did not expect.
  constraint dorm_visitor_confirmed check (in_at is null or confirmed_at is not null),
  check (out_at is null or out_at >= in_at)
);
create index dorm_visitor_dorm_id on dorm_visitor (tenant_id, dorm_id, created_at desc);
create index dorm_visitor_host_student_id on dorm_visitor (tenant_id, host_student_id, created_at desc);
create index dorm_visitor_created_at on dorm_visitor (tenant_id, created_at desc, id);
create index dorm_visitor_in_at on dorm_visitor (tenant_id, in_at desc, id);
create index dorm_visitor_leave_by on dorm_visitor (tenant_id, leave_by) where state in ('pending', 'confirmed', 'inside');

-- What a shift hands to the next.
create table duty_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dorm_id uuid not null,
  duty_date date not null,
  shift text not null check (shift in ('day', 'night')),
  state text not null default 'open' check (state in ('open', 'handedOver')),
  handover text,
  incidents jsonb not null default '[]',
  duty_by uuid,
  handed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dorm_id) references dorm_building (tenant_id, id),
  check (state = 'open' or handover is not null)
);
create unique index duty_log_shift on duty_log (tenant_id, dorm_id, duty_date, shift);
create index duty_log_duty_date on duty_log (tenant_id, duty_date desc, id);
