-- What was destroyed of students who left long ago; no words.
create table mh_destruction (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, left_on date not null, kept_years int not null, records int not null check (records >= 0), intakes int not null check (intakes >= 0),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index mh_destruction_created_at on mh_destruction (tenant_id, created_at desc, id);
create index mh_destruction_student_id on mh_destruction (tenant_id, student_id);
