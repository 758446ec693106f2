-- Results are on public notice before they are published. What is published keeps standing.
alter table admission_run add column notice_id uuid, add column notice_until timestamptz;
