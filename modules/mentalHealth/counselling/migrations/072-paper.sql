-- The day on the sheet by which a student agreed to a referral on paper.
alter table mh_referral add column signed_on date, add constraint mh_referral_signed check (signed_on is null or agreed_at is not null);
