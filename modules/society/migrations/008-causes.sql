-- What a review leads to, and since when a society lacks a head or members.
alter table society add probation_prolonged boolean not null default false, add rectify_until date, add rectify_plan jsonb, add headless_since date, add few_since date;
create index society_headless_since on society (tenant_id, headless_since) where headless_since is not null;
create index society_few_since on society (tenant_id, few_since) where few_since is not null;
