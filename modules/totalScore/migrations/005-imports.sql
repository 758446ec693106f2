-- Points that come by a sheet, each line once.
alter table ts_item drop constraint ts_item_source_check;
alter table ts_item add constraint ts_item_source_check check (source in ('apply', 'recorder', 'evidence', 'import'));
create table point_import (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  ref_no text not null, student_id uuid not null, item_id uuid not null, occurred_on date not null,
  points numeric(6, 2) not null check (points >= 0), quantity numeric(6, 2) check (quantity > 0), reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, item_id) references ts_item (tenant_id, id)
);
create unique index point_import_ref_no_key on point_import (tenant_id, ref_no);
create index point_import_occurred_on on point_import (tenant_id, occurred_on desc, id);
create index point_import_student_id on point_import (tenant_id, student_id, occurred_on desc);
create index point_import_item_id on point_import (tenant_id, item_id, occurred_on desc);
