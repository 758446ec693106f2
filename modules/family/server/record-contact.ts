import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { reverseEntry } from '#server/ledger/post.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { myContacts, recordContact, reverseContact } from '../model/actions.ts'
import { contactLedger, contactReason, DELAYED_REASONS, type HomeContact, homeContact } from '../model/home-contact.ts'
import { writeContacts } from './contacts.ts'
import { settingsOf } from './settings.ts'

const MOST = 100
/** 50-HS1: only safety delays, and not for ever. */
async function mustDelay(db: Db, row: Pick<HomeContact, 'contactReason' | 'at'>, until: string): Promise<void> {
  const nameOf = await labelsOf(db, contactReason)
  if (!DELAYED_REASONS.includes(row.contactReason)) throw refusalOf(homeContact, 'notDelayed', { reason: nameOf(row.contactReason) }, 'hiddenUntil')
  const { delayDays } = await settingsOf(db)
  const last = Date.parse(row.at) + delayDays * DAY_MS
  if (Date.parse(until) > last) throw refusalOf(homeContact, 'delayTooLong', { most: delayDays, until: schoolDate(last) }, 'hiddenUntil')
}
const record = handle(recordContact, async ({ db, me }, { studentId, guardianId, ...given }) => {
  const [who, guardian] = [await db.visible(student).one(studentId), await db.visible(familyMember).one(guardianId)]
  if (guardian.studentId !== who.id) throw refusalOf(homeContact, 'otherFamily', { guardian: guardian.name, student: who.name }, 'guardianId')
  if (given.kind === 'call' && !guardian.phone) throw refusalOf(homeContact, 'noPhone', { guardian: guardian.name }, 'guardianId')
  if (Date.parse(given.at) > Date.now()) throw refusalOf(homeContact, 'future', { at: schoolTimeText(given.at) }, 'at')
  if (given.hiddenUntil) await mustDelay(db, given, given.hiddenUntil)
  const [id] = await writeContacts(db, [{ ...given, studentId, guardianId, byId: me.userId, sourceType: 'homeContact', sourceId: uuidv7() }])
  return { id: id as string }
})
const reverse = handle(reverseContact, async ({ db }, { id, reason }) => {
  await db.visible(homeContact).one(id)
  await reverseEntry(db, contactLedger, id, { reason })
})
const mine = handle(myContacts, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const { birthDate } = await db.unscoped(student).one(studentId) // one's own record
  if (!birthDate || isMinor(birthDate, today())) return { isAdult: false, contacts: [] }
  const rows = await db.unscoped(homeContact).all({ studentId }, { sort: ['-at'] }) // one's own
  const gone = new Set(rows.flatMap(r => r.reversesId ?? []))
  const now = Date.now()
  const shown = rows.filter(r => !r.reversesId && !gone.has(r.id) && !(r.hiddenUntil && Date.parse(r.hiddenUntil) > now)).slice(0, MOST)
  const members = new Map((await db.unscoped(familyMember).all({ studentId })).map(m => [m.id, m.relation])) // one's own family
  return { isAdult: true, contacts: shown.map(r => ({ id: r.id, at: r.at, kind: r.kind, contactReason: r.contactReason, relation: members.get(r.guardianId) ?? null })) }
})
export default [record, reverse, mine]
