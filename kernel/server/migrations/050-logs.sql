-- Logs are read like every other entity, so their rows have the columns of one; nobody ever changes a row.
alter table operation_log add column created_at timestamptz not null default now(), add column created_by uuid, add column updated_at timestamptz not null default now(), add column updated_by uuid, add column version int not null default 1;
alter table audit_log add column created_at timestamptz not null default now(), add column created_by uuid, add column updated_at timestamptz not null default now(), add column updated_by uuid, add column version int not null default 1;
create index operation_log_at on operation_log (tenant_id, at);
create index audit_log_at on audit_log (tenant_id, at);
create index operation_log_behalf on operation_log (tenant_id, on_behalf_of) where on_behalf_of is not null;
create index operation_log_trace on operation_log (tenant_id, trace_id);

-- Whose rows an audited export took along: "who exported student X" is one query.
create table audit_subject (
  tenant_id uuid not null references tenant, student_id uuid not null, audit_id uuid not null,
  primary key (tenant_id, student_id, audit_id),
  foreign key (tenant_id, audit_id) references audit_log (tenant_id, id) on delete cascade
);

-- The chain over audit_log. Sealing follows the business transaction by moments, because chaining inside it would queue everybody
-- behind one row. `no` counts from 1 without gaps; `hash` is over the row and the hash before it, with the installation's key.
create table audit_seal (
  tenant_id uuid not null references tenant, no bigint not null, audit_id uuid not null, hash text not null, at timestamptz not null default now(),
  primary key (tenant_id, no)
);
create unique index audit_seal_row on audit_seal (tenant_id, audit_id);
-- What a verification found; the last seal before the rows that were given up by age is where the next one begins.
create table audit_check (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  at timestamptz not null default now(), rows bigint not null, state text not null, fault text, audit_id uuid, no bigint,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (state in ('ok', 'broken')), check (fault in ('altered', 'removed', 'inserted', 'resealed'))
);
create table audit_anchor (
  tenant_id uuid not null references tenant, no bigint not null, hash text not null, at timestamptz not null default now(),
  primary key (tenant_id, no)
);

-- Faults of the program, one row for each place and release.
create table error_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  fingerprint text not null, source text not null, message text not null, stack text, path text, user_id uuid, release text not null default '',
  first_at timestamptz not null default now(), last_at timestamptz not null default now(), count int not null default 1,
  state text not null default 'new', assignee_id uuid, trace_ids jsonb not null default '[]',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (source in ('server', 'browser')), check (state in ('new', 'known', 'fixed'))
);
create unique index error_log_key on error_log (tenant_id, fingerprint, release);
create index error_log_last on error_log (tenant_id, last_at);

-- Calls a day of each route and school; `slow` counts by upper bound of milliseconds (see kernel/server/logs/calls.ts).
create table api_day (
  tenant_id uuid not null references tenant, day date not null, method text not null, path text not null,
  calls int not null default 0, errors int not null default 0, ms bigint not null default 0, slow int[] not null,
  primary key (tenant_id, day, method, path)
);

-- Rows older than the school keeps them go by this door alone: the application's role may not delete logs, and nothing younger than half a year ever goes.
create function forget_logs(tenant uuid, before timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare gone bigint; n bigint; cut timestamptz := least(before, now() - interval '180 days');
begin
  insert into audit_anchor (tenant_id, no, hash)
    select s.tenant_id, s.no, s.hash from audit_seal s join audit_log a on a.tenant_id = s.tenant_id and a.id = s.audit_id
    where s.tenant_id = tenant and a.at < cut order by s.no desc limit 1 on conflict do nothing;
  delete from audit_seal s using audit_log a where s.tenant_id = tenant and a.tenant_id = tenant and a.id = s.audit_id and a.at < cut
    and s.no <= (select max(no) from audit_anchor where tenant_id = tenant);
  delete from audit_log a where a.tenant_id = tenant and a.at < cut and not exists (select from audit_seal s where s.tenant_id = tenant and s.audit_id = a.id);
  get diagnostics gone = row_count;
  delete from operation_log where tenant_id = tenant and at < cut;
  get diagnostics n = row_count;
  gone := gone + n;
  delete from login_log where tenant_id = tenant and at < cut;
  get diagnostics n = row_count;
  return gone + n;
end $$;
