-- Until when somebody has to look after a case, and who was told that nobody has.
alter table attention_case add column due_at timestamptz, add column told text check (told in ('owner', 'backup', 'college'));
update attention_case set due_at = ((coalesce(next_follow_up_on, current_date) + 1)::timestamp at time zone 'Asia/Shanghai') where opened_at is not null and state <> 'closed';
create index attention_case_due_at on attention_case (tenant_id, due_at) where opened_at is not null and state <> 'closed';

create table attention_notice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, due_at timestamptz not null, step text not null check (step in ('owner', 'backup', 'college')), user_id uuid, at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
create unique index attention_notice_case_id_due_at_step_user_id_key on attention_notice (tenant_id, case_id, due_at, step, user_id);
create index attention_notice_case_id on attention_notice (tenant_id, case_id, at desc);
create index attention_notice_user_id on attention_notice (tenant_id, user_id);
