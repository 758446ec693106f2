-- What frozen conditions of a round look at, of each student in its audience, as of its publication.
create table round_fact (
  tenant_id uuid not null references tenant, round_id uuid not null, student_id uuid not null, facts jsonb not null,
  primary key (tenant_id, round_id, student_id),
  foreign key (tenant_id, student_id) references student (tenant_id, id) on delete cascade
);
create index round_fact_student_id on round_fact (tenant_id, student_id);
