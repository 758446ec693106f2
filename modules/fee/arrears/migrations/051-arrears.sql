-- What was said with students about arrears; and the services that a school keeps from students in arrears.
create table fee_talk (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, talked_on date not null, way text not null, note text not null, promised_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create index fee_talk_talked_on on fee_talk (tenant_id, talked_on desc, id);
create index fee_talk_student_id on fee_talk (tenant_id, student_id, talked_on desc);
create table service_block (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  service text not null, effect text not null check (effect in ('warn', 'block')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index service_block_service_key on service_block (tenant_id, service);
