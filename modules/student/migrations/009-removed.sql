-- Removed students: whoever asks about the school on a day leaves these out of the spans, in place of looking up every student.
create index student_removed on student (tenant_id, id) where deleted_at is not null;
