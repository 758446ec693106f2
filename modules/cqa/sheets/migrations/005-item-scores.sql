-- Scores that come from lists, apart from those that people give at a stage.
create table cqa_item_score (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, student_id uuid not null, index_code text not null, score numeric(8, 2) not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references cqa_scheme (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index cqa_item_score_key on cqa_item_score (tenant_id, scheme_id, student_id, index_code);
create index cqa_item_score_student on cqa_item_score (tenant_id, student_id);
create index cqa_item_score_created on cqa_item_score (tenant_id, created_at desc, id);
create index cqa_item_score_score on cqa_item_score (tenant_id, score, id);
alter table cqa_score drop constraint cqa_score_stage_check, add constraint cqa_score_stage_check check (stage in ('self', 'group', 'fdy', 'college'));
