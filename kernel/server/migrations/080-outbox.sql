-- Events are taken in their order. Without these an ever longer row of those done long ago is walked to find the open ones.
drop index outbox_open;
create index outbox_open on outbox (tenant_id, id) where done_at is null;
create index outbox_done on outbox (tenant_id, done_at) where done_at is not null;
