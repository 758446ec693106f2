-- What only the guardian reads, by the link. Until now a screening of mental health said what it is in `detail`, which staff may see.
alter table guardian_consent add column for_guardian text;
update guardian_consent set for_guardian = detail, detail = null where biz_type = 'mhTurnout';
update operation_log set diff = diff - 'detail' - 'bizType' - 'bizId' where biz_type = 'guardianConsent';
update home_contact c set by_id = null from guardian_consent g join sys_user u on u.tenant_id = g.tenant_id and u.id = g.created_by
  where c.tenant_id = g.tenant_id and c.source_type = 'guardianConsent' and c.source_id = g.id::text and c.by_id = g.created_by and u.student_id = g.student_id;
