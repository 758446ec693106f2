-- What an import wrote, for a day: it can be taken back while no row has been touched since.
create table import_undo (
  tenant_id uuid not null, job_id uuid not null, row_id uuid not null,
  -- old values of the fields that changed; null for a new row
  before jsonb, version int not null,
  primary key (tenant_id, job_id, row_id),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id) on delete cascade
);
alter table import_job add undo_until timestamptz;
alter table import_job drop constraint import_job_state_check,
  add check (state in ('validating', 'invalid', 'ready', 'writing', 'done', 'failed', 'cancelled', 'undoing', 'undone'));
create index import_job_undo on import_job (tenant_id, undo_until) where undo_until is not null;
