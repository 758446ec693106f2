-- Talks about results.
create table mh_interview (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  result_id uuid not null, student_id uuid not null, interviewer_id uuid not null, at timestamptz not null, impression text not null, impression_hash text not null,
  risk text not null check (risk in ('none', 'watch', 'high')), advice text not null, advice_hash text not null, next_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, result_id) references mh_result (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, interviewer_id) references sys_user (tenant_id, id)
);
create index mh_interview_result_id on mh_interview (tenant_id, result_id, at desc);
create index mh_interview_student_id on mh_interview (tenant_id, student_id);
create index mh_interview_interviewer_id on mh_interview (tenant_id, interviewer_id);
