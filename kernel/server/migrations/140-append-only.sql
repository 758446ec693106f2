-- Erases the rows of a closed school. Runs as the owner, because the application may not delete from tables that are appended to only (ledgers). One statement, so that foreign keys
-- do not interfere. The licence documents what the school had; logs have a legal retention of their own (forget_logs).
create function erase_school(school uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare parts text[];
begin
  if not exists (select from tenant where id = school and state = 'closed' and erased_at is null) then raise exception 'school % is not closed', school; end if;
  select array_agg(format('d%s as (delete from %I where tenant_id = $1)', n, name)) into parts from (
    select row_number() over (order by c.relname) as n, c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> all(array['tenant', 'licence', 'registration_code', 'provision_step', 'audit_log', 'audit_seal', 'audit_subject', 'operation_log', 'login_log'])) t;
  execute 'with ' || array_to_string(parts, ', ') || ' select 1' using school;
  return cardinality(parts);
end $$;
