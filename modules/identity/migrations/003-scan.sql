-- A sign-in code on a screen, which a phone that is signed in confirms: beside the key it knows its school, how far it has come,
-- whose phone it is, and what that person is shown about the screen before confirming.
alter table auth_challenge
  add column tenant_id uuid references tenant, add column realm text, add column state text, add column user_id uuid, add column device text,
  add check (kind <> 'scan' or (tenant_id is not null and realm is not null and state in ('waiting', 'scanned', 'confirmed', 'cancelled', 'used')));
comment on column auth_challenge.state is 'scan: waiting, scanned, confirmed, cancelled, used; expired is never stored, it follows from expires_at';
