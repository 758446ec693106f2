-- Rooms for who cannot climb stairs lie on the ground floor, or where a lift goes.
alter table building add column has_lift boolean not null default false;
