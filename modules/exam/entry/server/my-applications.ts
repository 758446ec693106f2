import sql from 'sql-template-tag'
import { citizenBirthDate, citizenGender, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { personFor } from '#modules/campus/server/api.ts'
import { smsProvider } from '#modules/message/model/sms.ts'
import { user } from '#modules/system/model/user.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { mustTakePart } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { notFound } from '#server/data/rows.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { examApplicant } from '../model/applicant.ts'
import { examApplication, examChoice } from '../model/application.ts'
import { examBatch } from '../model/batch.ts'
import { examCandidate } from '../model/candidate.ts'
import { beginApplication, myApplication, myBatches } from '../model/own-actions.ts'
import { examPlan } from '../model/plan.ts'
import type { Batch } from './batches.ts'
import { lacking } from './lacking.ts'
import { planLabels } from './plans.ts'

export type Applicant = Row<typeof examApplicant>
export type Application = Row<typeof examApplication>
export const ownApplications = ownRows(examApplication, 'userId')
/** All that were ever published. */
const SHOWN = ['published', 'paused', 'closed', 'archived', 'cancelled'] as const
const OVER: readonly string[] = ['archived', 'cancelled']
/** A school without a channel for text messages takes the choices without a code. */
export const sendsCodes = async (db: Db): Promise<boolean> => (await db.unscoped(smsProvider).count({ isEnabled: true })) > 0 // a setting of the school
/** Whether only those on the list of the province may register. */
export const hasList = async (db: Db, batchId: string): Promise<boolean> =>
  (await db.query(sql`select from exam_candidate where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid limit 1`)).length > 0
export async function batchOf(db: Db, id: string): Promise<Batch> {
  const row = await db.unscoped(examBatch).find({ id }) // published to everybody
  if (!row || !(SHOWN as readonly string[]).includes(row.state)) throw notFound()
  return row
}
const batches = handle(myBatches, async ctx => {
  const rows = await ctx.db.unscoped(examBatch).all({ state: [...SHOWN] }, { sort: ['-beginTime'], limit: 20 }) // published to everybody
  const mine = new Map((await ownApplications.all(ctx)).map(a => [a.batchId, a]))
  return rows
    .filter(row => !OVER.includes(row.state) || mine.has(row.id))
    .map(row => ({
      ...{ id: row.id, name: row.name, kind: row.kind, phase: phaseOf(row), beginTime: row.beginTime, endTime: row.endTime },
      state: mine.get(row.id)?.state ?? null,
      scoresAt: row.scoresAt,
      confirmBy: mine.get(row.id)?.confirmBy ?? null,
    }))
})
const mine = handle(myApplication, async (ctx, { batchId }) => {
  const { db } = ctx
  const batch = await batchOf(db, batchId)
  const plans = await db.unscoped(examPlan).all({ batchId }, { sort: ['code'] }) // published with the batch
  const labels = await planLabels(db, plans)
  const [row] = await ownApplications.all(ctx, { batchId })
  const applicant = row && (await db.unscoped(examApplicant).one(row.examApplicantId)) // of the caller's own
  const versions = row ? await db.unscoped(examChoice).all({ applicationId: row.id }, { sort: ['-seq'], limit: 100 }) : [] // as above
  const { name, notice, maxChoices, adjust, fee, endTime, reviewTo, payTo } = batch
  return {
    ...{ name, notice, maxChoices, adjust, fee, endTime, reviewTo, payTo },
    isOpen: phaseOf(batch) === 'open',
    needsCode: await sendsCodes(db),
    needsList: await hasList(db, batchId),
    plans: plans.map(p => ({
      ...{ id: p.id, label: labels.get(p.id) ?? p.code, categories: p.quotas.flatMap(q => q?.category ?? []), subjects: p.subjects },
      ...{ requirements: p.requirements, tuition: p.tuition },
    })),
    application: row ? shownApplication(row) : null,
    applicant: applicant ? shownApplicant(applicant) : null,
    versions: versions.map(v => ({ seq: v.seq, choices: v.choices, obeyAdjust: v.obeyAdjust, confirmedAt: v.confirmedAt, savedAt: v.createdAt })),
    lacks: row && applicant ? lacking(row, applicant) : [],
  }
})
const shownApplication = (row: Application) => {
  const { id, state, choices, obeyAdjust, exempt, exemptState, exemptNote, commitment, choiceSeq, submittedAt, reviewNote, proofs, special } = row
  return { id, state, choices, obeyAdjust, exempt, exemptState, exemptNote, commitment, choiceSeq, submittedAt, reviewNote, proofs, special }
}
const shownApplicant = (of: Applicant) => {
  const { ksh, genderCode, birthDate, category, school, canton, politicalCode, isListed, name, idNo, photoId, phone, address, guardian } = of
  return { ksh, genderCode, birthDate, category, school, canton, politicalCode, isListed, name, idNo, photoId, phone, address, guardian }
}
const shownNo = (idNo: string): unknown => mask(examApplicant.fields.idNo, idNo)
const CITIZEN = /^\d{17}[\dX]$/
/** 30-EA1, 30-EA2: what is taken already is left to the unique keys, so that two at once are one. */
const begin = handle(beginApplication, async (ctx, { batchId, ksh, idNo: given }) => {
  const { db, me } = ctx
  const idNo = given.toUpperCase()
  const batch = await batchOf(db, batchId)
  await mustTakePart(db, examBatch, batch)
  const account = await db.unscoped(user).one(me.userId) // the caller's own
  const registeredAs = account.accountNo.toUpperCase()
  if (CITIZEN.test(registeredAs) && registeredAs !== idNo) throw refusalOf(examApplication, 'otherId', { idNo: shownNo(registeredAs) }, 'idNo')
  const needsList = await hasList(db, batchId)
  const listed = needsList ? await db.unscoped(examCandidate).find({ batchId, ksh, idNo }) : undefined // whom the province has told of
  if (needsList && !listed) throw refusalOf(examApplication, 'notListed', { name: batch.name }, 'ksh')
  const birthDate = citizenBirthDate(idNo)
  const name = listed?.name ?? account.nickName
  const personId = await personFor(db, { idType: '1', idNo, name, birthDate })
  const applicant = await db.insertOrSkip(examApplicant, {
    ...{ batchId, userId: me.userId, personId, ksh, idNo, name, birthDate, genderCode: listed?.genderCode ?? citizenGender(idNo), isListed: Boolean(listed) },
    ...{ category: listed?.category ?? null, school: listed?.school ?? null, canton: listed?.canton ?? null, phone: account.mobile ?? null },
  })
  if (!applicant) throw await whyTaken(ctx, batch, { ksh, idNo })
  const row = await db.insert(examApplication, { batchId, examApplicantId: applicant.id, userId: me.userId, ksh, name, category: applicant.category, choices: [], doubts: [] })
  return { id: row.id }
})
async function whyTaken({ db, me }: Pick<Ctx, 'db' | 'me'>, { id: batchId, name }: Batch, { ksh, idNo }: { ksh: string; idNo: string }) {
  const applicants = db.unscoped(examApplicant) // says only that it is taken
  if (await applicants.find({ batchId, userId: me.userId })) return refusalOf(examApplication, 'registered', { name })
  if (await applicants.find({ batchId, ksh })) return refusalOf(examApplication, 'kshTaken', { ksh }, 'ksh')
  return refusalOf(examApplication, 'idNoTaken', { idNo: shownNo(idNo) }, 'idNo')
}
/** The registration and what belongs to it, locked, if the batch still takes what the caller does. */
export async function lockOwn(
  ctx: Ctx,
  id: string,
  verb: 'saveInfo' | 'saveFiles' | 'saveChoices' | 'submit',
): Promise<{ row: Application; applicant: Applicant; batch: Batch; isLate: boolean }> {
  const { db } = ctx
  const row = await ownApplications.lock(ctx, id, verb)
  const batch = await batchOf(db, row.batchId)
  const isOpen = phaseOf(batch) === 'open'
  // whoever was sent back mends the materials until the review ends
  const isLate = !isOpen && row.state === 'returned' && batch.state !== 'paused' && Date.now() < Date.parse(batch.reviewTo)
  if (!isOpen && !isLate) throw refusalOf(examApplication, 'over', { name: batch.name, at: schoolTimeText(batch.endTime) })
  return { row, batch, isLate, applicant: await db.unscoped(examApplicant).lock(row.examApplicantId) } // of the caller's own
}
export default [batches, mine, begin, ownApplications.files, ownRows(examApplicant, 'userId').files]
