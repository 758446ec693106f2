-- For how long a student is not shown who has read their record since. The reason is encrypted by the application.
create table mh_reader_hold (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, until date not null, why text not null, why_hash text not null, by_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index mh_reader_hold_student_id on mh_reader_hold (tenant_id, student_id, until);
create index mh_reader_hold_by_id on mh_reader_hold (tenant_id, by_id);
