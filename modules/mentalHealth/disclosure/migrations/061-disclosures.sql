-- What the centre has told others without the consent of the student. Words are encrypted by the application.
create table mh_disclosure (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, by_id uuid not null, basis text not null check (basis in ('life', 'law')), to_whom text not null, at timestamptz not null,
  what text not null, what_hash text not null, why text not null, why_hash text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index mh_disclosure_at on mh_disclosure (tenant_id, at desc, id);
create index mh_disclosure_student_id on mh_disclosure (tenant_id, student_id);
create index mh_disclosure_by_id on mh_disclosure (tenant_id, by_id);
