-- Achievements picked from what is known of the student, and their words as they were.
alter table award_application add column evidence_ids jsonb, add column achieved text;
