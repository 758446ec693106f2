-- Who turns out unfit in the re-examination after enrolment keeps the admission, too (Order 41, Articles 10 and 11).
update change_type set from_statuses = '["preEnrolled", "active"]' where code = 'admissionRetention' and from_statuses = '["preEnrolled"]';
