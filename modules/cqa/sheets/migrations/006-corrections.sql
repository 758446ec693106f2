alter table cqa_sheet add result_no int not null default 1;

create table cqa_correction (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  sheet_id uuid not null, scheme_id uuid not null, student_id uuid not null, class_id uuid, result_no int not null check (result_no > 1),
  from_total numeric(8, 4), to_total numeric(8, 4), from_rank int, to_rank int, changes text, reason text not null, approver_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, sheet_id) references cqa_sheet (tenant_id, id),
  foreign key (tenant_id, scheme_id) references cqa_scheme (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, approver_id) references sys_user (tenant_id, id)
);
-- One result of each version.
create unique index cqa_correction_key on cqa_correction (tenant_id, sheet_id, result_no);
create index cqa_correction_scheme on cqa_correction (tenant_id, scheme_id);
create index cqa_correction_student on cqa_correction (tenant_id, student_id);
create index cqa_correction_class on cqa_correction (tenant_id, class_id);
create index cqa_correction_approver on cqa_correction (tenant_id, approver_id);
create index cqa_correction_created on cqa_correction (tenant_id, created_at desc, id);
