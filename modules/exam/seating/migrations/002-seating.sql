-- Where applicants sit: sessions, rooms, seats.
create table exam_session (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, subject text not null, date date not null, "from" time not null, "to" time not null check ("to" > "from"),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id)
);
create unique index exam_session_subject on exam_session (tenant_id, batch_id, subject);
create index exam_session_date on exam_session (tenant_id, date, "from", id);

create table exam_room (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, room_no text not null, venue_id uuid not null, seats int not null check (seats > 0), layout text not null,
  kind text not null default 'normal' check (kind in ('normal', 'special', 'spare')), invigilator_ids jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id)
);
create unique index exam_room_no on exam_room (tenant_id, batch_id, room_no);
create unique index exam_room_venue on exam_room (tenant_id, batch_id, venue_id);
create index exam_room_order on exam_room (tenant_id, room_no, id);
create index exam_room_venue_id on exam_room (tenant_id, venue_id);
create index exam_room_invigilators on exam_room using gin (invigilator_ids);

create table exam_seating (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, seed int, arranged_at timestamptz, arranged_by uuid, pairs int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, arranged_by) references sys_user (tenant_id, id)
);
create unique index exam_seating_batch on exam_seating (tenant_id, batch_id);
create index exam_seating_order on exam_seating (tenant_id, arranged_at desc, id);
create index exam_seating_arranged_by on exam_seating (tenant_id, arranged_by);

create table exam_seat (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, session_id uuid not null, room_id uuid not null, seat_no int not null check (seat_no > 0), application_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, session_id) references exam_session (tenant_id, id),
  foreign key (tenant_id, room_id) references exam_room (tenant_id, id),
  foreign key (tenant_id, application_id) references exam_application (tenant_id, id)
);
-- A seat has one person, a person one seat, in each session (30-ER1, 30-ER2).
create unique index exam_seat_place on exam_seat (tenant_id, session_id, room_id, seat_no);
create unique index exam_seat_person on exam_seat (tenant_id, session_id, application_id);
create index exam_seat_room on exam_seat (tenant_id, room_id, seat_no, id);
create index exam_seat_application on exam_seat (tenant_id, application_id);
create index exam_seat_batch on exam_seat (tenant_id, batch_id);
create index exam_seat_no on exam_seat (tenant_id, seat_no, id);
