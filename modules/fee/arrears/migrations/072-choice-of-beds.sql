-- Whether arrears keep students from choosing a bed was a parameter of the dormitory, too: what was set there is chosen here.
insert into service_block (tenant_id, service, effect)
select tenant_id, 'dormitory.choose', 'block' from (select distinct on (tenant_id) tenant_id, content from base_params where params_id = 'dormitory' order by tenant_id, version desc) p
where content->>'arrearsBlockClaim' = 'true' on conflict do nothing;
