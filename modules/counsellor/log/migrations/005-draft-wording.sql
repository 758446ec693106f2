-- What a draft says, as a sentence of the product that each reader gets in their own language.
alter table work_log add column wording jsonb;
