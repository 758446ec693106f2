-- By which number a delivery stands in the operation log and the faults.
alter table message_delivery add column trace_id text;
