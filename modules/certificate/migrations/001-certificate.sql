-- Certificates that the school knows, what majors ask, and what students have.
create table cert_catalog (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, kind text not null, issuer text not null, levels jsonb,
  valid_months int check (valid_months > 0), no_pattern text, query_url text, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index cert_catalog_code_key on cert_catalog (tenant_id, code);
create index cert_catalog_kind on cert_catalog (tenant_id, kind, code, id);
create index cert_catalog_name on cert_catalog (tenant_id, name, id);

create table major_cert (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  major_id uuid not null, catalog_id uuid not null, grade int, relation text not null check (relation in ('required', 'recommended')), min_level text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, catalog_id) references cert_catalog (tenant_id, id)
);
create unique index major_cert_key on major_cert (tenant_id, major_id, catalog_id, grade) nulls not distinct;
create index major_cert_major on major_cert (tenant_id, major_id, grade, id);
create index major_cert_catalog on major_cert (tenant_id, catalog_id);
create index major_cert_grade on major_cert (tenant_id, grade, id);

create table student_cert (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, grade int, department_id uuid, major_id uuid, class_id uuid,
  catalog_id uuid not null, level text, cert_no text not null, score numeric(6, 2), holder_name text not null, issued_on date not null, expires_on date, files jsonb not null,
  in_study_period boolean not null default false,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')),
  verify_state text not null default 'unverified' check (verify_state in ('unverified', 'verified', 'rejected', 'revoked')),
  verify_method text check (verify_method in ('website', 'original', 'issuerList')), verified_by_id uuid, verified_at timestamptz, verify_proof jsonb, verify_reason text,
  claimed_by_id uuid, claimed_on date, claim_note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, catalog_id) references cert_catalog (tenant_id, id),
  foreign key (tenant_id, verified_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, claimed_by_id) references student (tenant_id, id),
  constraint student_cert_dates check (expires_on > issued_on),
  constraint student_cert_verified check (verify_state <> 'verified' or (verify_method is not null and verified_at is not null and state = 'approved'))
);
-- A number belongs to one certificate, until that turns out to be none.
create unique index student_cert_number on student_cert (tenant_id, catalog_id, cert_no) where state in ('pending', 'returned', 'approved') and verify_state in ('unverified', 'verified');
create index student_cert_created on student_cert (tenant_id, created_at desc, id);
create index student_cert_student on student_cert (tenant_id, student_id, catalog_id);
create index student_cert_department on student_cert (tenant_id, department_id, created_at desc);
create index student_cert_major on student_cert (tenant_id, major_id, created_at desc);
create index student_cert_class on student_cert (tenant_id, class_id, created_at desc);
create index student_cert_catalog on student_cert (tenant_id, catalog_id, verify_state, created_at desc);
create index student_cert_state on student_cert (tenant_id, state, created_at desc);
create index student_cert_verify on student_cert (tenant_id, verify_state, created_at desc);
create index student_cert_issued_on on student_cert (tenant_id, issued_on, id);
create index student_cert_expires_on on student_cert (tenant_id, expires_on, id);
create index student_cert_verified_by on student_cert (tenant_id, verified_by_id);
create index student_cert_claimed_by on student_cert (tenant_id, claimed_by_id);
