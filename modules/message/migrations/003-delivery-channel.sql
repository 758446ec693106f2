-- Each channel has a queue of its own: one whose provider does not answer is not walked over to find what goes by another.
drop index message_delivery_due;
drop index message_delivery_night;
create index message_delivery_due on message_delivery (tenant_id, channel, next_at) where state = 'queued';
create index message_delivery_night on message_delivery (tenant_id, channel, next_at) where state = 'queued' and (level = 'urgent' or not obeys_quiet);
