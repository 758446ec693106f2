-- Kilometres from the school to where a student lives outside, once they have measured it there; the position itself is not kept.
alter table off_campus_stay add column distance_km numeric(5,1) check (distance_km >= 0);
create index off_campus_stay_distance_km on off_campus_stay (tenant_id, distance_km, id);
