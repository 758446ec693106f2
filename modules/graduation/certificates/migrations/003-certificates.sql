-- Certificates and their numbers. A series is a number without its serial; its last serial only grows, in the transaction that gives the numbers.
create table graduation_series (
  tenant_id uuid not null references tenant, series text not null, last int not null,
  primary key (tenant_id, series)
);
create table graduation_certificate (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  number text not null, kind text not null check (kind in ('graduation', 'completion', 'degree', 'proof')),
  student_id uuid not null, audit_id uuid not null, batch_id uuid not null, of_id uuid, department_id uuid, major_id uuid, level text,
  series text not null, serial int not null check (serial > 0), date date not null,
  state text not null default 'valid' check (state in ('valid', 'void')), void_reason text, voided_at timestamptz, voided_by uuid,
  issued_at timestamptz, issued_by uuid, receiver text, signature jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, audit_id) references graduation_audit (tenant_id, id),
  foreign key (tenant_id, batch_id) references graduation_batch (tenant_id, id),
  foreign key (tenant_id, of_id) references graduation_certificate (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  constraint graduation_certificate_void check ((state = 'void') = (void_reason is not null)),
  constraint graduation_certificate_proof check ((kind = 'proof') = (of_id is not null))
);
create unique index graduation_certificate_number_key on graduation_certificate (tenant_id, number);
create unique index graduation_certificate_serial on graduation_certificate (tenant_id, series, serial);
-- One valid certificate of study, one of the degree, and one proof of each.
create unique index graduation_certificate_study on graduation_certificate (tenant_id, audit_id) where state = 'valid' and kind in ('graduation', 'completion');
create unique index graduation_certificate_degree on graduation_certificate (tenant_id, audit_id) where state = 'valid' and kind = 'degree';
create unique index graduation_certificate_of on graduation_certificate (tenant_id, of_id) where state = 'valid' and of_id is not null;
create index graduation_certificate_student_id on graduation_certificate (tenant_id, student_id, number);
create index graduation_certificate_batch_id on graduation_certificate (tenant_id, batch_id, number);
create index graduation_certificate_state on graduation_certificate (tenant_id, state, number);
create index graduation_certificate_date on graduation_certificate (tenant_id, date desc, id);
create index graduation_certificate_issued_at on graduation_certificate (tenant_id, issued_at desc, id);
create index graduation_certificate_department_id on graduation_certificate (tenant_id, department_id, number);
create index graduation_certificate_major_id on graduation_certificate (tenant_id, major_id, number);
