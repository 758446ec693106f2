import sql from 'sql-template-tag'
import type { Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { guardiansToText } from '#modules/family/server/api.ts'
import type { TaskPeople } from '#modules/workflow/server/api.ts'
import { lacks, roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { keyLinks } from '#server/identity/key-links.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { textPhones } from '#server/notifications/sms.ts'
import { guardianAsked, guardianReminded } from '../model/messages.ts'
import { survey } from '../model/survey.ts'
import { surveyTicket } from '../model/survey-rows.ts'
import type { Survey } from './versions.ts'

/** Families of a portion: one transaction. */
const AT_ONCE = 500
const AGAIN_MINUTES = 60
/** A ticket of the guardian of each student asked who can be reached; nothing goes to a number that is the student's own, or was changed lately. */
export async function askGuardians(db: Db, row: Survey): Promise<void> {
  const found = await guardiansToText(db, await roundAccounts(db, survey, row))
  const columns = { surveyId: row.id, respondentType: 'guardian' as const, respondentId: sql`g.guardian_id::text`, studentId: sql`g.student_id`, wantsLink: sql`true` }
  await db.insertFrom(surveyTicket, columns, sql`${found} g where g.state = 'waiting'`, { history: false, skipExisting: true })
}
/** Guardians who lack get a new link, each once an hour at most; the present one works until then. */
export async function remindGuardians(db: Db, id: string, people: TaskPeople): Promise<number> {
  const due = sql`t.survey_id = ${id} and t.respondent_type = 'guardian' and t.used_on is null and not t.wants_link and t.sent_at <= now() - make_interval(mins => ${AGAIN_MINUTES}::int)
    and t.student_id in (select s.id from ${people.from} where ${lacks(people)})`
  return (await db.updateWhere(surveyTicket, due, { wantsLink: true }, { bookkeeping: true })).length
}
/** The next links of a survey, in a transaction of its own; each key leaves with its text, and only its hash stays. */
async function sendNext(tx: Db, row: Pick<Row<typeof survey>, 'id' | 'endTime'>): Promise<number> {
  const next = await tx.query<{ id: string; phone: string; name: string; isFirst: boolean }>(sql`select t.id, f.phone, s.name, t.sent_at is null as "isFirst"
    from survey_ticket t join student s on s.tenant_id = t.tenant_id and s.id = t.student_id join family_member f on f.tenant_id = t.tenant_id and f.id::text = t.respondent_id and f.phone is not null
    where t.tenant_id = ${tx.me.tenantId} and t.survey_id = ${row.id} and t.wants_link and t.used_on is null order by t.id limit ${AT_ONCE} for update of t skip locked`)
  if (!next.length) return 0
  const [school, linkTo] = [await schoolShortName(tx), await keyLinks(tx)]
  const links = next.map(one => ({ one, ...linkTo('/fktjwj') }))
  const sentAt = new Date().toISOString()
  await tx.updateMany(
    surveyTicket,
    links.map(({ one, hash: tokenHash }) => ({ id: one.id, tokenHash, sentAt, wantsLink: false })),
    { history: false },
  )
  for (const [isFirst, those] of Map.groupBy(links, link => link.one.isFirst))
    await textPhones(
      tx,
      isFirst ? guardianAsked : guardianReminded,
      those.map(({ one, path }) => ({ mobile: one.phone, values: { school, name: one.name, until: schoolTimeText(row.endTime), link: '' }, path })),
    )
  return next.length
}
/** Sends what is to be sent of the surveys that are open. */
export async function sendLinks(db: Db, stopping?: AbortSignal): Promise<number> {
  const open = await db.query<{ id: string; endTime: string }>(sql`select v.id, v.end_time as "endTime" from survey v where v.tenant_id = ${db.me.tenantId} and v.asked = 'guardian'
    and v.state = 'published' and v.begin_time <= now() and v.end_time > now() and exists (select from survey_ticket t where t.tenant_id = v.tenant_id and t.survey_id = v.id and t.wants_link)`)
  let sent = 0
  for (const row of open) for (let n = -1; n !== 0 && !stopping?.aborted; sent += n) n = await db.tx(tx => sendNext(tx, row))
  return sent
}
export default scheduledJob('survey.guardianLinks', '发送家长问卷链接', '*/5 * * * *', (db, _params, stopping) => sendLinks(db, stopping), {
  isWhole: false,
  due: "select from survey where tenant_id = $1 and asked = 'guardian' and state = 'published' and begin_time <= now() and end_time > now()",
})
