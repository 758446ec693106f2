-- A delivery of an event to one listener that failed: retried with a growing delay, then dead until an administrator retries or discards it.
-- A delivery that succeeds has a row in inbox and none here.
create table event_delivery (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  event_id uuid not null, event text not null, listener text not null, state text not null default 'retrying', tries int not null default 1,
  first_failed_at timestamptz not null default now(), last_failed_at timestamptz not null default now(), next_at timestamptz not null default now(),
  -- The message of the error; issue instead where it was a refusal, which reads in any language.
  error text not null, issue jsonb, discard_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), unique (tenant_id, event_id, listener),
  check (state in ('retrying', 'dead', 'discarded'))
);
create index event_delivery_due on event_delivery (tenant_id, next_at) where state = 'retrying';
create index event_delivery_dead on event_delivery (tenant_id, event) where state = 'dead';

-- Runs one query for every open school (or the given ones), each behind its own row-level security, in one statement. The query is text of the program,
-- never of a caller; it sees the school as $1 and `given` as $2 and returns one jsonb column.
create function for_each_tenant(query text, given jsonb default '{}', schools uuid[] default null) returns setof jsonb language plpgsql as $$
declare
  school uuid;
  before constant text := current_setting('app.tenant', true);
begin
  for school in select id from tenant where state <> 'closed' and (schools is null or id = any(schools)) loop
    perform set_config('app.tenant', school::text, true);
    return query execute query using school, given;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
