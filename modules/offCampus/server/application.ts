import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { shown, stayApplication } from '../model/application.ts'
import { staySubject } from '../model/flow.ts'
import { CONSENT_STATES, KINDS, type OffCampusStay, offCampusStay, PROOFS } from '../model/off-campus-stay.ts'
import { ask } from './consent.ts'
import { nightsOf, placeFaults, type Timing, timingFaults } from './form-rules.ts'
import { beginNow, overNow } from './jobs.ts'
import { MINE, tell } from './notify.ts'
import { settingsOf } from './settings.ts'
import { sharingOf } from './sharing.ts'

type Form = Omit<InputOf<typeof stayApplication.resubmit>, 'id'>
const timingOf = (form: Form): Timing => ({ ...form, hasProof: Boolean(form.proofs?.length), hasContract: Boolean(form.contract?.length) })
const isRentWhole = (form: Form): boolean => Boolean(form.landlordName && form.landlordPhone && form.contractUntil && form.contract?.length)
/** 50-OC2 */
async function mustBeAgreed(db: Db, row: OffCampusStay): Promise<void> {
  const { pledgeVersion } = await settingsOf(db)
  if (row.consentState !== 'agreed') throw refusalOf(offCampusStay, 'notAgreed', { state: { text: CONSENT_STATES[row.consentState] } })
  if (!row.callAt) throw refusalOf(offCampusStay, 'noCall')
  if (row.pledgeVersion !== pledgeVersion) throw refusalOf(offCampusStay, 'oldPledge', { signed: row.pledgeVersion, current: pledgeVersion })
}
const applications = handleApplication<typeof offCampusStay, typeof stayApplication>(offCampusStay, stayApplication, {
  subject: staySubject,
  link: ({ id }) => `${MINE}?id=${id}`,
  copyPage: '/offCampus/apply',
  async validate({ db }, who, form: Form, { row }) {
    const earlierId = row?.earlierId ?? (form as { earlierId?: string | null }).earlierId
    const faults = await timingFaults(db, who.id, timingOf(form), { id: row?.id, earlierId })
    const rent = form.kind === 'rent' && !isRentWhole(form) ? [{ key: 'rent', field: 'landlordName' }] : []
    return { violations: [...faults, ...rent, ...(await placeFaults(db, form.cantonCode)), ...(form.pledge ? [] : [{ key: 'pledge', field: 'pledge' }])] }
  },
  formOf: row => row,
  async draft(form, _valid, _who: StudentOf, { ctx: { db } }) {
    const { landlordName, landlordPhone, contract, contractUntil, cohabitants, proofs, ...rest } = form
    const isRent = form.kind === 'rent'
    return {
      ...rest,
      keepBed: form.keepBed ?? false,
      ...{ landlordName: isRent ? (landlordName ?? null) : null, landlordPhone: isRent ? (landlordPhone ?? null) : null, contractUntil: isRent ? (contractUntil ?? null) : null },
      ...{ contract: isRent ? (contract ?? []) : [], proofs: proofs ?? [], cohabitants: cohabitants?.trim() || null, lastNight: form.toOn },
      ...{ beginAt: schoolInstant(form.fromOn, '00:00'), endAt: schoolInstant(addDays(form.toOn, 1), '12:00') },
      ...{ pledgeVersion: (await settingsOf(db)).pledgeVersion, pledgeSignedAt: new Date().toISOString() },
    }
  },
  initial: async (_ctx, who, input) => ({ grade: who.grade, earlierId: input.earlierId ?? null }),
  taken: 'overlap',
  async stored({ db }, row, who) {
    await ask(db, row, who.name)
  },
  async begin({ db, me }) {
    const { pledgeVersion, pledgeText } = await settingsOf(db)
    const own = me.studentId ? await db.unscoped(familyMember).all({ studentId: me.studentId, isGuardian: true }, { sort: ['createdAt'] }) : [] // one's own family
    const who = me.studentId ? await db.unscoped(student).one(me.studentId) : null // one's own record
    const guardians = own.map(m => ({ id: m.id, name: m.name, relation: m.relation, hasPhone: Boolean(m.phone) }))
    return { guardians, pledgeVersion, pledgeText, emergencyName: who?.emergencyName ?? null, emergencyPhone: who?.emergencyPhone ?? null }
  },
  async preview({ db }, who, { id, earlierId, ...asks }) {
    const violations = await timingFaults(db, who.id, asks, { id, earlierId })
    return { answer: { nights: Math.max(0, nightsOf(asks)), proof: PROOFS[asks.kind] }, violations, row: violations.length ? null : { ...asks, id: id ?? null } }
  },
  async mine({ db }) {
    const cantons = await cantonsByCode(db)
    return row => ({ placeName: cantons.get(row.cantonCode)?.fullName ?? null })
  },
  verbs: ({ state }) => [
    ...(state === 'active' ? ['report', 'change'] : []),
    ...(['active', 'expired'].includes(state) ? ['renew'] : []),
    ...(['active', 'expired', 'revoked'].includes(state) ? ['moveBack'] : []),
  ],
  async card({ db }, row) {
    const [who, guardian] = [await db.unscoped(student).one(row.studentId), await db.unscoped(familyMember).find({ id: row.guardianId })] // of a row the reader decides on
    const { pledgeVersion } = await settingsOf(db)
    const beside = { name: who.name, placeName: (await cantonsByCode(db)).get(row.cantonCode)?.fullName ?? null, guardian: guardian?.name ?? null }
    return { ...only(shown, row), ...beside, currentPledge: pledgeVersion, sharing: (await sharingOf(db, [row])).get(row.id) ?? 0, consentLabel: row.consentState }
  },
  describe: async (_db, row, { name }) => ({
    title: { text: '{name} 校外住宿（{kind}）', values: { name, kind: { text: KINDS[row.kind] } } },
    facts: { nights: nightsOf(row), kind: row.kind },
  }),
  async approved({ db }, row) {
    await mustBeAgreed(db, row)
    const after = await db.update(offCampusStay, row.id, { approvedAt: new Date().toISOString() })
    await tell(db, 'approved', [after], ({ fromOn, toOn }) => ({ fromOn, toOn }))
    await db.emit('offCampus.changed', payloadOf(after))
    if (row.earlierId) await endEarlier(db, after)
    await beginNow(db)
  },
  cancelled: async ({ db }, row) => db.emit('offCampus.changed', payloadOf(row)),
})
const payloadOf = ({ studentId, id, fromOn, toOn, keepBed }: OffCampusStay) => ({ studentId, id, fromOn, toOn, keepBed })
/** 50-OC5: the stay whose address it changes ends the night before. */
async function endEarlier(db: Db, row: OffCampusStay): Promise<void> {
  const last = addDays(row.fromOn, -1)
  const before = await db.updateWhere(
    offCampusStay,
    sql`t.id = ${row.earlierId} and t.student_id = ${row.studentId} and t.state in ('approved', 'active') and t.last_night > ${last}::date`,
    { lastNight: last, endAt: schoolInstant(row.fromOn, '12:00'), endReason: '变更为新的申请' },
  )
  if (before.length) await overNow(db)
}
export const { own } = applications
export default applications.registrations
