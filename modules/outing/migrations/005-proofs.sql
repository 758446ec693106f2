-- Papers that a student adds to a trip.
alter table going_out add column proofs jsonb;
