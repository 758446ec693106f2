import type { InputOf } from '#model'
import { refusalOf, stateAllows } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
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
import { type Checked, check, lastCard, openFault, timesInYear } from './form-rules.ts'
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
    const checked = await check(db, who.id, { ...form, hasProof: Boolean(form.homeProof?.length) })
    const undeclared = form.declaration ? [] : [{ key: 'declaration', field: 'declaration' }]
    return { ...checked, violations: [...checked.violations, ...undeclared, ...(await openFault(db, who.id, checked.kind, row?.id ?? null))] }
  },
  formOf: row => row,
  draft: ({ oldCardNo, lostOn, lostPlace, homeStation, schoolStation, homeProof, ...form }, { kind, fee, photoId, person }) => ({
    ...form,
    pickUp: form.pickUp ?? 'window',
    ...{ oldCardNo: oldCardNo?.trim() || null, lostOn: form.reason === 'lost' ? (lostOn ?? null) : null, lostPlace: form.reason === 'lost' ? (lostPlace ?? null) : null },
    ...{ homeStation: kind.isTrain ? (homeStation ?? null) : null, schoolStation: kind.isTrain ? (schoolStation ?? null) : null, homeProof: homeProof ?? [] },
    ...{ fee, feeState: fee ? ('unpaid' as const) : ('free' as const), photoId, grade: person.grade, majorId: person.majorId },
  }),
  taken: 'openNow',
  async begin({ db, me }) {
    const kinds = [...(await kindsOf(db)).values()].filter(k => k.isEnabled).sort((a, b) => a.code.localeCompare(b.code))
    const { trips, needsTrainCard, tripsFrom } = await settingsOf(db)
    const list = []
    for (const { id, name, isTrain, needsOldCard, freeReasons } of kinds) {
      const last = me.studentId ? await lastCard(db, me.studentId, id) : undefined
      const stations = { homeStation: last?.homeStation ?? null, schoolStation: last?.schoolStation ?? null }
      list.push({ id, name, isTrain, needsOldCard, freeReasons: freeReasons ?? [], oldCardNo: last?.newCardNo ?? null, ...stations })
    }
    return { kinds: list, train: { trips, needsCard: needsTrainCard, ...discountYear(tripsFrom) } }
  },
  async preview({ db }, who, { id, ...asks }) {
    const { violations, fee, kind } = await check(db, who.id, asks)
    const all = [...violations, ...(await openFault(db, who.id, kind, id ?? null))]
    const times = (await timesInYear(db, { studentId: who.id, kindId: kind.id, id: id ?? null })) + 1
    return { answer: { fee, times, mostTimes: kind.maxPerYear }, violations: all, row: all.length ? null : { ...asks, id: id ?? null } }
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
    const times = (await timesInYear(db, { ...row, id: row.id })) + 1
    return { ...only(shown, row), kind: kind.name, name: who.name, homeCantonName: who.homeCantonName ?? null, times, mostTimes: kind.maxPerYear }
  },
  async describe(db, row, { id: studentId, name }) {
    const kind = await kindOf(db, row.kindId)
    const times = (await timesInYear(db, { studentId, kindId: kind.id, id: row.id })) + 1
    return { title: { text: '{name} 补办{kind}', values: { name, kind: kind.name } }, facts: { times, isOften: times > kind.maxPerYear } }
  },
  approved: (ctx, row) => approve(ctx.db, row),
  cancelled: (ctx, row) => giveUp(ctx.db, row, 'found'),
})
/** 50-CR3: until it is produced; then the refusal names batch and time. */
const foundAgain = handle(found, async (ctx, { id }) => {
  const row: CardReissue = await applications.own.lock(ctx, id)
  const batch = row.cardState !== 'queued' && row.batchId ? await ctx.db.unscoped(cardBatch).find({ id: row.batchId }) : undefined // of the own card
  if (batch?.startedAt) throw refusalOf(cardReissue, 'producing', { batchNo: batch.batchNo, at: schoolTimeText(batch.startedAt) })
  await applications.own.lock(ctx, id, 'found')
  await applications.cancelApproved(ctx, row, found.label)
})
export default [...applications.registrations, foundAgain]
