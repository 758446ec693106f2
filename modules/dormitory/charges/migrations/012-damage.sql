create sequence dorm_damage_no_seq;
-- What one student pays for something that was broken; the rows of one damage share its number.
create table dorm_damage (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  damage_no text not null,
  student_id uuid not null,
  room_id uuid not null,
  dorm_id uuid,
  class_id uuid,
  department_id uuid,
  item text not null,
  explanation text not null,
  at timestamptz not null,
  photos jsonb,
  total bigint not null,
  sharers int not null check (sharers >= 1),
  amount bigint not null check (amount >= 0),
  state text not null default 'told' check (state in ('told', 'objected', 'charged', 'waived')),
  object_until timestamptz not null,
  objection text,
  objected_at timestamptz,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  due_on date,
  bill_line_id uuid,
  paid bigint not null default 0,
  source_type text not null default 'manual' check (source_type in ('check', 'checkOut', 'manual')),
  source_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, room_id) references dorm_room (tenant_id, id),
  -- Nothing is charged without a day until which it is to be paid.
  check (state <> 'charged' or due_on is not null)
);
create unique index dorm_damage_damage_no_student_id_key on dorm_damage (tenant_id, damage_no, student_id);
create index dorm_damage_at on dorm_damage (tenant_id, at desc, id);
create index dorm_damage_amount on dorm_damage (tenant_id, amount desc, id);
create index dorm_damage_object_until on dorm_damage (tenant_id, object_until, id);
create index dorm_damage_due_on on dorm_damage (tenant_id, due_on, id);
create index dorm_damage_student_id on dorm_damage (tenant_id, student_id, at desc);
create index dorm_damage_room_id on dorm_damage (tenant_id, room_id, at desc);
create index dorm_damage_dorm_id on dorm_damage (tenant_id, dorm_id, at desc);
create index dorm_damage_class_id on dorm_damage (tenant_id, class_id, at desc);
create index dorm_damage_department_id on dorm_damage (tenant_id, department_id, at desc);
create index dorm_damage_bill_line on dorm_damage (tenant_id, bill_line_id) where bill_line_id is not null;
create index dorm_damage_source on dorm_damage (tenant_id, source_id) where source_id is not null;
create trigger dorm_damage_place before insert on dorm_damage for each row execute function place_room_row();
