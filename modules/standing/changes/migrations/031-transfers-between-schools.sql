-- Transfers between schools: what Order 41, Article 22 compares, and their filing with the province.
alter table status_change add column other_level text, add column admission_score numeric(6, 2), add column line_score numeric(6, 2),
  add column filed_on date, add column filing_no text, add column filing_due_at timestamptz, add column filing_told text;
create index status_change_filing on status_change (tenant_id, filing_due_at) where filing_due_at is not null and filed_on is null;
