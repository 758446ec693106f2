import type { InputOf } from '#model'
import { mustAllow, refusalOf, stateAllows } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { found } from '../model/actions.ts'
import { reissueApplication, shown } from '../model/application.ts'
import { cardBatch } from '../model/card-batch.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { reissueSubject } from '../model/flow.ts'
import { approve, giveUp } from './follow.ts'
import { type Checked, cardsOf, check, lastOf, timesOf } from './form-rules.ts'
import { handsInOld, kindOf, kindsOf } from './kinds.ts'
import { MINE } from './notify.ts'
import { discountYear } from './rail-rules.ts'
import { settingsOf } from './settings.ts'

type Form = Omit<InputOf<typeof reissueApplication.resubmit>, 'id'>
/** What the code on the phone says. */
export const CODE = 'QLCARD:'
const applications = handleApplication<typeof cardReissue, typeof reissueApplication, StudentOf, Checked>(cardReissue, reissueApplication, {
  subject: reissueSubject,
  link: ({ id }) => `${MINE}?id=${id}`,
  copyPage: '/cardReissue/apply',
  async validate({ db }, who, form: Form, { row }) {
    const checked = await check(db, who.id, { ...form, hasProof: Boolean(form.homeProof?.length) }, row?.id ?? null)
    return form.declaration ? checked : { ...checked, violations: [...checked.violations, { key: 'declaration', field: 'declaration' }] }
  },
  formOf: row => row,
  draft: ({ oldCardNo, lostOn, lostPlace, homeStation, schoolStation, homeProof, ...form }, { kind, fee, photoId }, who) => ({
    ...form,
    pickUp: form.pickUp ?? 'window',
    ...{ oldCardNo: oldCardNo?.trim() || null, lostOn: form.reason === 'lost' ? (lostOn ?? null) : null, lostPlace: form.reason === 'lost' ? (lostPlace ?? null) : null },
    ...{ homeStation: kind.isTrain ? (homeStation ?? null) : null, schoolStation: kind.isTrain ? (schoolStation ?? null) : null, homeProof: homeProof ?? [] },
    ...{ fee, feeState: fee ? ('unpaid' as const) : ('free' as const), photoId, grade: who.grade, majorId: who.majorId },
  }),
  taken: 'openNow',
  async begin({ db, me }) {
    const kinds = [...(await kindsOf(db)).values()].filter(k => k.isEnabled).sort((a, b) => a.code.localeCompare(b.code))
    const { trips, needsTrainCard, tripsFrom } = await settingsOf(db)
    const cards = me.studentId ? await cardsOf(db, me.studentId) : []
    const list = kinds.map(({ id, name, isTrain, needsOldCard, freeReasons }) => {
      const { homeStation = null, schoolStation = null, newCardNo: oldCardNo = null } = lastOf(cards, id) ?? {}
      return { id, name, isTrain, needsOldCard, freeReasons: freeReasons ?? [], oldCardNo, homeStation, schoolStation }
    })
    return { kinds: list, train: { trips, needsCard: needsTrainCard, ...discountYear(tripsFrom) } }
  },
  async preview({ db }, who, { id, ...asks }) {
    const { violations, fee, times, kind } = await check(db, who.id, asks, id ?? null)
    return { answer: { fee, times, mostTimes: kind.maxPerYear }, violations, row: violations.length ? null : { ...asks, id: id ?? null } }
  },
  async mine({ db }) {
    const kinds = await kindsOf(db)
    return row => {
      const kind = kinds.get(row.kindId)
      const place = { pickUpPlace: kind?.pickUpPlace ?? '', pickUpHours: kind?.pickUpHours ?? '' }
      return { kind: kind?.name ?? '', ...place, handsInOld: handsInOld(kind, row.reason), code: row.cardState === 'ready' ? `${CODE}${row.id}` : null }
    }
  },
  verbs: row => (row.state === 'approved' && row.cardState && stateAllows(cardReissue, row, 'found') ? ['found'] : []),
  async card({ db }, row) {
    const [kind, who] = [await kindOf(db, row.kindId), await db.unscoped(student).one(row.studentId)] // of a row the reader decides on
    const home = (await cantonsByCode(db)).get(who.homeCanton ?? '')
    const times = timesOf(await cardsOf(db, row.studentId), row)
    return { ...only(shown, row), kind: kind.name, name: who.name, homeCantonName: home ? (home.fullName ?? home.name) : null, times, mostTimes: kind.maxPerYear }
  },
  async describe(db, row, { id: studentId, name }) {
    const kind = await kindOf(db, row.kindId)
    const times = timesOf(await cardsOf(db, studentId), row)
    return { title: { text: '{name} 补办{kind}', values: { name, kind: kind.name } }, facts: { times, isOften: times > kind.maxPerYear } }
  },
  approved: (ctx, row) => approve(ctx.db, row),
  cancelled: (ctx, row) => giveUp(ctx.db, row),
})
/** 50-CR3: until it is produced; then the refusal names batch and time. */
const foundAgain = handle(found, async (ctx, { id }) => {
  const row: CardReissue = await applications.own.lock(ctx, id)
  const batch = row.cardState !== 'queued' && row.batchId ? await ctx.db.unscoped(cardBatch).find({ id: row.batchId }) : undefined // of the own card
  if (batch?.startedAt) throw refusalOf(cardReissue, 'producing', { batchNo: batch.batchNo, at: schoolTimeText(batch.startedAt) })
  mustAllow(cardReissue, row, 'found')
  await applications.cancelApproved(ctx, row, found.label)
})
export default [...applications.registrations, foundAgain]
