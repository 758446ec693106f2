-- How often an application has called a route within the running minute, for all processes at once.
create table api_client_rate (
  tenant_id uuid not null references tenant, api_client_id uuid not null, api text not null,
  began_at timestamptz not null default now(), calls int not null default 1,
  primary key (tenant_id, api_client_id, api),
  foreign key (tenant_id, api_client_id) references api_client (tenant_id, id) on delete cascade
);
