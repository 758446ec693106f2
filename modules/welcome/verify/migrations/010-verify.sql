-- Whether who stands there is who was admitted, what new students agree to, and whose steps on site are stopped.
create table id_verification (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, method text not null check (method in ('reader', 'face', 'manual')), result text not null check (result in ('pass', 'doubt', 'fail')),
  faults jsonb, score numeric(5, 2) check (score between 0 and 100), reader text, point_id uuid not null, verifier uuid not null, at timestamptz not null, second uuid, second_at timestamptz, reason text,
  id_files jsonb, live_photo jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id),
  foreign key (tenant_id, verifier) references sys_user (tenant_id, id),
  foreign key (tenant_id, second) references sys_user (tenant_id, id),
  -- Nobody settles one's own doubt, whatever the program does.
  constraint id_verification_second check (second <> verifier)
);
create unique index id_verification_key on id_verification (tenant_id, batch_id, student_id);
create index id_verification_student_id on id_verification (tenant_id, student_id);
create index id_verification_at on id_verification (tenant_id, at desc, id);
create index id_verification_second_at on id_verification (tenant_id, second_at desc, id);
create index id_verification_result on id_verification (tenant_id, result, at desc, id);
create index id_verification_point_id on id_verification (tenant_id, point_id);
create index id_verification_verifier on id_verification (tenant_id, verifier);
create index id_verification_second on id_verification (tenant_id, second) where second is not null;

create table verify_consent (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, face boolean not null, id_image boolean not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index verify_consent_key on verify_consent (tenant_id, student_id);

-- The source of the step that has stopped all other required steps on site.
alter table welcome_member add column stopped_by text;
