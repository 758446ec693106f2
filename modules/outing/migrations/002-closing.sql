-- What a plan says about staying and about closing the dormitories (20 §9).
alter table holiday_plan add column stay_reasons jsonb, add column stay_rooms jsonb, add column close_rules jsonb;
