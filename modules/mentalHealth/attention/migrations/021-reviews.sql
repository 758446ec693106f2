-- Reviews that take a case down or end it.
alter table attention_case add column level_since timestamptz, add column review_to text check (review_to in ('lower', 'close')),
  add column reviewed_by_centre_id uuid, add column reviewed_by_college_id uuid,
  add foreign key (tenant_id, reviewed_by_centre_id) references sys_user (tenant_id, id),
  add foreign key (tenant_id, reviewed_by_college_id) references sys_user (tenant_id, id);
create index attention_case_reviewed_by_centre_id on attention_case (tenant_id, reviewed_by_centre_id);
create index attention_case_reviewed_by_college_id on attention_case (tenant_id, reviewed_by_college_id);
