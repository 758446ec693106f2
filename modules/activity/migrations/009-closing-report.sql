-- What an activity came to when its closing was decided: attendance, hours, photos and ratings.
alter table activity_closing add column figures jsonb;
