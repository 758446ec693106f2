import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { type HomeLetterReceipt, homeLetter, homeLetterReceipt } from '../model/home-letter.ts'
import { letterProgress, remindLetter, sendReceipt } from '../model/letter-actions.ts'
import { LETTER_FIELDS } from '../model/letter-fields.ts'
import { mustCarryAllowed, toldOf } from './letter-content.ts'
import { sendTo } from './send-letter.ts'
import { settingsOf } from './settings.ts'

const MOST = 50
interface Progress {
  letterId: string
  name: string
  endTime: string
  students: number
  waiting: number
  noPhone: number
  toCheck: number
  sent: number
  read: number
  answered: number
  calls: number
}
const progress = handle(letterProgress, ({ db }) =>
  db.query<Progress>(sql`select l.id as "letterId", l.name, l.end_time as "endTime", x.students, x.waiting, x."noPhone", x."toCheck", x.sent, x.read, x.answered, x.calls from (
      select r.letter_id, count(*)::int as students, count(*) filter (where r.state = 'waiting')::int as waiting, count(*) filter (where r.state = 'noPhone')::int as "noPhone",
        count(*) filter (where r.state = 'toCheck')::int as "toCheck", count(r.sent_at)::int as sent, count(r.read_at)::int as read, count(r.answered_at)::int as answered,
        count(*) filter (where r.answer = 'call')::int as calls
      from ${db.visible(homeLetterReceipt).rows()} r group by 1) x
    join home_letter l on l.tenant_id = ${db.me.tenantId} and l.id = x.letter_id order by l.begin_time desc, l.id limit ${MOST}`),
)
const remind = handle(remindLetter, async ({ db, refuse }, { letterId }) => {
  const letter = await db.unscoped(homeLetter).one(letterId) // of its receipts only the caller's own are touched
  if (!isOpen(letter)) throw notOpen(homeLetter, letter)
  const hours = (await settingsOf(db)).letterRemindHours
  const since = new Date(Date.now() - hours * HOUR_MS).toISOString()
  // locked by the first of two who remind at once; the second finds them reminded. A number that is no longer on record gets nothing more
  const due = await db.query<{
    id: string
  }>(sql`select r.id from home_letter_receipt r join family_member m on m.tenant_id = r.tenant_id and m.id = r.guardian_id and m.phone = r.phone
    where r.tenant_id = ${db.me.tenantId} and r.letter_id = ${letterId} and r.state in ('sent', 'read')
      and greatest(r.sent_at, r.reminded_at) <= ${since} and r.id in (select v.id from ${db.visible(homeLetterReceipt).rows()} v) order by r.id for update of r`)
  if (!due.length) refuse('nobody', { hours })
  const rows = await db.unscoped(homeLetterReceipt).all({ id: due.map(d => d.id) }) // found above within the caller's scope
  await sendTo(db, letter, rows, { isReminder: true })
  return { count: rows.length }
})
/** The guardian of a receipt, whose number has been put right or called since. */
async function guardianNow(db: Db, { studentId, guardianId }: HomeLetterReceipt, student: string, own: string | null) {
  const members = await db.unscoped(familyMember).all({ studentId, isGuardian: true }, { sort: ['createdAt'] }) // of the student whose row it is
  const usable = members.filter(m => m.phone && m.phone !== own)
  const chosen = usable.find(m => m.id === guardianId) ?? usable[0] ?? members.find(m => m.phone) ?? members[0]
  if (!chosen) throw refusalOf(homeLetterReceipt, 'noGuardian', { student })
  if (!chosen.phone || chosen.phone === own) throw refusalOf(homeLetterReceipt, chosen.phone ? 'ownPhone' : 'noPhone', { guardian: chosen.name })
  return chosen
}
const send = handle(sendReceipt, async ({ db }, { id }) => {
  const row = await db.visible(homeLetterReceipt).lock(id, 'send')
  const letter = await db.unscoped(homeLetter).one(row.letterId) // the letter of a row in reach
  if (!isOpen(letter)) throw notOpen(homeLetter, letter)
  await mustCarryAllowed(db, letter)
  const who = await studentOf(db, row.studentId)
  const student = who?.name ?? ''
  const fields = toldOf(letter)
  if (fields.length && !row.toldAt) throw refusalOf(homeLetterReceipt, 'notTold', { student, fields: fields.map(field => ({ text: LETTER_FIELDS[field] })) })
  const { id: guardianId, phone } = await guardianNow(db, row, student, who?.phone ?? null)
  await sendTo(db, letter, [{ ...row, guardianId, phone }], { isReminder: row.state === 'read' })
})
export default [...studentNumbers(homeLetterReceipt), progress, remind, send]
