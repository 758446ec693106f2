-- Who is paid for by somebody else has a receipt of their own.
create unique index receipt_live_payer_key on receipt (tenant_id, order_id, kind, student_id) nulls not distinct where state <> 'reversed';
