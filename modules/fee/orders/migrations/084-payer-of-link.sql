-- A link may also be made by a payer who is no student; links made before are of their student.
alter table pay_link add column payer_id uuid;
alter table pay_link alter column student_id drop not null;
