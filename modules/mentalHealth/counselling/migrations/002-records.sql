-- What psychologists write of an hour: encrypted, for themselves and the supervisor they name.
create table mh_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  appointment_id uuid not null, student_id uuid not null, psychologist_id uuid not null, supervisor_id uuid,
  notes text not null, notes_hash text not null, risk text not null, risk_hash text not null, plan text, plan_hash text, next_on date,
  quote text, quote_hash text, hospital text, hospital_hash text, hospital_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references mh_appointment (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, psychologist_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, supervisor_id) references sys_user (tenant_id, id),
  constraint mh_record_supervisor check (supervisor_id <> psychologist_id),
  -- a diagnosis is quoted, from a paper of a hospital with its day
  constraint mh_record_quote check ((quote is null) = (hospital is null) and (quote is null) = (hospital_on is null))
);
create unique index mh_record_appointment_id_key on mh_record (tenant_id, appointment_id);
create index mh_record_student_id on mh_record (tenant_id, student_id);
create index mh_record_psychologist_id on mh_record (tenant_id, psychologist_id);
create index mh_record_supervisor_id on mh_record (tenant_id, supervisor_id);
