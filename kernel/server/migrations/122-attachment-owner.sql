-- What one person has uploaded lately.
create index attachment_owner on attachment (tenant_id, owner_id, created_at);
