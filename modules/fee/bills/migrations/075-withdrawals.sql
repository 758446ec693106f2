-- Found by the worker that closes lines for which nothing is charged any more; a handful at most.
create index bill_line_withdrawn on bill_line (tenant_id, updated_at) where charged = 0 and closed_at is null;
