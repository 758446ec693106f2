import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { CONSENT_ANSWERS } from '#modules/family/model/guardian-consent.ts'
import { askConsent, writeContacts } from '#modules/family/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { noteCall } from '../model/actions.ts'
import { KINDS, type OffCampusStay, offCampusStay } from '../model/off-campus-stay.ts'
import { tell } from './notify.ts'

/** What the guardian reads: who wants to live where, why and how long. The address is for the guardian alone. */
async function asksOf(db: Db, { kind, reason, fromOn, toOn, cantonCode, address }: OffCampusStay, name: string): Promise<{ asks: string; detail: string }> {
  const place = (await cantonsByCode(db)).get(cantonCode)?.fullName ?? ''
  return { asks: `${name}申请 ${fromOn} 至 ${toOn} 在校外住宿（${KINDS[kind]}）。原因：${reason}`.slice(0, 500), detail: `地址：${place}${address}` }
}
/** 50-OC2: asks the guardian of this application, in place of an earlier link. */
export async function ask(db: Db, row: OffCampusStay, name: string): Promise<void> {
  const about = await asksOf(db, row, name)
  const consent = await askConsent(db, { studentId: row.studentId, guardianId: row.guardianId, bizType: offCampusStay.name, bizId: row.id, ...about })
  await db.update(offCampusStay, row.id, { consentState: 'sent', consentId: consent.id })
}
/** The answer counts for the consent that was asked last; told twice it changes nothing. */
const answered = on('family.consentAnswered', 'offCampus.consent', async ({ db }, { bizType, bizId, consentId, answer }) => {
  if (bizType !== offCampusStay.name || typeof bizId !== 'string' || typeof consentId !== 'string') return
  const state = answer === 'agreed' ? 'agreed' : 'refused'
  const [changed] = await db.updateWhere(offCampusStay, { id: bizId, consentId, consentState: 'sent' }, { consentState: state })
  if (changed) await tell(db, 'answered', [await db.unscoped(offCampusStay).one(bizId)], () => ({ answer: { text: CONSENT_ANSWERS[state] } })) // the program tells its student
})
const called = handle(noteCall, async ({ db, me }, { id, at, way, words }) => {
  const row = await db.visible(offCampusStay).lock(id, 'noteCall')
  if (Date.parse(at) > Date.now()) throw refusalOf(offCampusStay, 'callFuture', { at: schoolTimeText(at) }, 'at')
  await db.update(offCampusStay, id, { callAt: at, callWay: way, callWords: words, callById: me.userId })
  const kind = way === 'visit' ? ('meeting' as const) : ('call' as const)
  await writeContacts(db, [
    {
      studentId: row.studentId,
      guardianId: row.guardianId,
      kind,
      contactReason: 'accommodation',
      at,
      content: words,
      byId: me.userId,
      sourceType: offCampusStay.name,
      sourceId: `${id}:${at}`,
    },
  ])
})
export default [answered, called]
