-- By which number a run stands in the operation log, the messages and the faults it led to.
alter table job_log add column trace_id text;
