-- Certificates of volunteer service: what they state is kept as it was, service by service.
create table volunteer_proof (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, student_no text not null, proof_no text not null, from_on date not null, to_on date not null,
  hours numeric(6, 1) not null check (hours > 0), services int not null check (services > 0), stated text not null, file jsonb not null default '[]',
  state text not null default 'issued' check (state in ('issued', 'revoked')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create sequence volunteer_proof_seq;
create unique index volunteer_proof_proof_no_key on volunteer_proof (tenant_id, proof_no);
-- Asked for twice at once, one certificate is made.
create unique index volunteer_proof_stated_key on volunteer_proof (tenant_id, student_id, stated) where state = 'issued';
create index volunteer_proof_created_at on volunteer_proof (tenant_id, created_at desc, id);
create table volunteer_proof_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  proof_id uuid not null, student_id uuid not null, entry_id uuid not null, served_on date not null, title text not null, organiser text not null, place text, hours numeric(5, 1) not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, proof_id) references volunteer_proof (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, entry_id) references growth_entry (tenant_id, id)
);
create unique index volunteer_proof_line_proof_id_entry_id_key on volunteer_proof_line (tenant_id, proof_id, entry_id);
create index volunteer_proof_line_entry_id on volunteer_proof_line (tenant_id, entry_id);
create index volunteer_proof_line_student_id on volunteer_proof_line (tenant_id, student_id);
