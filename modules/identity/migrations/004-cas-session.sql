-- A ticket is written down before its session begins: a second factor or a binding may come between,
-- and whoever signs out at the CAS server meanwhile must not come in any more.
alter table cas_session alter column session_id drop not null;
alter table cas_session drop constraint cas_session_ticket_hash_key, add unique (ticket_hash, tenant_id);
comment on column cas_session.session_id is 'empty until the session begins';
create index cas_session_waiting on cas_session (tenant_id, created_at) where session_id is null;
