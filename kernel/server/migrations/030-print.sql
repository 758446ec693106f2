-- Printed papers. A template is declared by a module and stands here so that a school may change it: without a `layout`
-- of the school's own the program's is used, and so follows its updates.
create table print_template (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, entity text not null, layout jsonb, paper text not null default 'A4', seal_id uuid, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, code),
  check (paper in ('A4', 'A4L', 'A5', 'A5L')), check (code ~ '^[A-Za-z][A-Za-z0-9]{0,39}$')
);
create index print_template_entity on print_template (tenant_id, entity);

-- The last number given out by each template in a year.
create table print_sequence (
  tenant_id uuid not null references tenant, template_id uuid not null, year int not null, last int not null,
  primary key (tenant_id, template_id, year),
  foreign key (tenant_id, template_id) references print_template (tenant_id, id)
);

-- Every paper that was given a number. It counts from `made_at`; one that was never made keeps its number and proves nothing.
-- The holder's name is kept only as the check page may show it.
create table print_issue (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  template_id uuid not null, template_version int not null, biz_type text not null, biz_id uuid not null, issue_no text not null, holder text not null, file_id uuid,
  issued_by uuid not null, issued_at timestamptz not null default now(), made_at timestamptz,
  revoked_at timestamptz, revoked_by uuid, revoke_reason text, replaced_by uuid,
  primary key (tenant_id, id), unique (tenant_id, template_id, issue_no),
  foreign key (tenant_id, template_id) references print_template (tenant_id, id),
  foreign key (tenant_id, replaced_by) references print_issue (tenant_id, id),
  check ((revoked_at is null) = (revoke_reason is null))
);
create index print_issue_row on print_issue (tenant_id, biz_type, biz_id, issued_at);
