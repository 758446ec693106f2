-- Test orders, which sums leave out; few, and none once a live account is enabled.
create index pay_order_test on pay_order (tenant_id) where is_test;
