-- Cases that wait for whoever receives them.
alter table attention_case drop constraint attention_case_state_check, add constraint attention_case_state_check check (state in ('proposed', 'open', 'handover', 'closed'));
create table attention_handover (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, student_id uuid not null, reason text not null check (reason in ('counsellor', 'major', 'suspended', 'returned', 'left')),
  at timestamptz not null, signed_by_id uuid, signed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, signed_by_id) references sys_user (tenant_id, id),
  constraint attention_handover_signed check ((signed_by_id is null) = (signed_at is null))
);
create unique index attention_handover_open on attention_handover (tenant_id, case_id) where signed_at is null;
create index attention_handover_case_id on attention_handover (tenant_id, case_id);
create index attention_handover_student_id on attention_handover (tenant_id, student_id);
create index attention_handover_signed_by_id on attention_handover (tenant_id, signed_by_id);
