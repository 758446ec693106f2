-- Appointments that lists of the time before know of. A line is one post of a student from a day on, and is carried over once.
create table appointment_import (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, unit text, post text not null, student_id uuid not null, "from" date not null, "to" date not null, appointment_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, appointment_id) references org_appointment (tenant_id, id)
);
create unique index appointment_import_key on appointment_import (tenant_id, org_id, post, student_id, "from");
create index appointment_import_from on appointment_import (tenant_id, "from" desc, id);
create index appointment_import_student_id on appointment_import (tenant_id, student_id);
create index appointment_import_appointment_id on appointment_import (tenant_id, appointment_id);
