-- Counsellors beyond the record of staff, and the trainings they took part in.
create table counsellor_file (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  teacher_id uuid not null, duty_kind text not null check (duty_kind in ('fullTime', 'partTime', 'deputySecretary', 'leagueSecretary')), on_duty_from date not null, on_duty_to date,
  party_joined_on date, degree text, major text, title text, rank text, ability_level text check (ability_level in ('junior', 'middle', 'senior')), strengths jsonb,
  duty_phone text not null, emergency_contact text, honours jsonb, research jsonb, courses jsonb, resume jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  constraint counsellor_file_duty check (on_duty_to >= on_duty_from)
);
create unique index counsellor_file_teacher_id_key on counsellor_file (tenant_id, teacher_id);
create index counsellor_file_on_duty_from on counsellor_file (tenant_id, on_duty_from, id);

create table fdy_training (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  teacher_id uuid not null, level text not null check (level in ('national', 'provincial', 'school')), name text not null, "from" date not null, "to" date not null,
  hours numeric(5,1) not null check (hours > 0), proof jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  constraint fdy_training_span check ("to" >= "from")
);
create unique index fdy_training_teacher_id_name_from_key on fdy_training (tenant_id, teacher_id, name, "from");
create index fdy_training_from on fdy_training (tenant_id, "from" desc, id);
create index fdy_training_to on fdy_training (tenant_id, "to", id);
