-- By night thousands are held and due: what goes all the same, and what a worker died over, is found without walking over them.
create index message_delivery_night on message_delivery (tenant_id, next_at) where state = 'queued' and (level = 'urgent' or not obeys_quiet);
create index message_delivery_held on message_delivery (tenant_id, next_at) where state = 'sending';
