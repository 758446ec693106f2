-- What each measure said of the whole school at the full hour, for looking back.
create table measure_snapshot (
  tenant_id uuid not null references tenant, code text not null, hour timestamptz not null, value jsonb not null,
  primary key (tenant_id, code, hour)
);
create index measure_snapshot_hour on measure_snapshot (tenant_id, hour);
