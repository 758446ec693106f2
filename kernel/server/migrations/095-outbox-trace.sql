-- The trace a request belonged to goes on in what follows from it.
alter table outbox add column trace_id text;
