import sql from 'sql-template-tag'
import { contactSource } from '#server/extensions/student-contacts.ts'

/** Surveys a student answered under their name; of the others nobody is told who did. */
export default contactSource({
  code: 'survey.answers',
  way: 'takingPart',
  find: db => sql`select k.student_id, k.used_on as "on" from survey_ticket k join survey v on v.tenant_id = k.tenant_id and v.id = k.survey_id and v.anonymity = 'named'
    where k.tenant_id = ${db.me.tenantId} and k.respondent_type = 'user' and k.student_id is not null and k.used_on is not null`,
})
