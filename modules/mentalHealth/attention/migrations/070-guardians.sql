-- Until when a guardian has to be told of a case of levels 1 and 2, when it was done, or why it is not.
alter table attention_case add column guardian_due_at timestamptz, add column guardian_at timestamptz, add column guardian_why_not text, add column guardian_why_not_hash text,
  add column guardian_told text check (guardian_told in ('owner', 'backup', 'college'));
create index attention_case_guardian_due_at on attention_case (tenant_id, guardian_due_at) where opened_at is not null and state <> 'closed';
