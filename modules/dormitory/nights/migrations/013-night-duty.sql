-- Who is on duty in a night, for the school where no college is named.
create table night_duty (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  night_date date not null,
  department_id uuid,
  teacher_id uuid not null,
  phone text,
  note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index night_duty_night_date_teacher_id_key on night_duty (tenant_id, night_date, teacher_id);
create index night_duty_night_date on night_duty (tenant_id, night_date, id);
create index night_duty_department_id on night_duty (tenant_id, department_id, night_date);
create index night_duty_teacher_id on night_duty (tenant_id, teacher_id, night_date);
