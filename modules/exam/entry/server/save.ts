import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { FAULTS } from '#modules/photo/model/faults.ts'
import { checkPhoto } from '#modules/photo/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { examApplicant } from '../model/applicant.ts'
import { examApplication, examChoice } from '../model/application.ts'
import { examCategory } from '../model/dictionaries.ts'
import { saveChoices, saveFiles, saveInfo } from '../model/own-actions.ts'
import { examPlan } from '../model/plan.ts'
import type { Batch } from './batches.ts'
import { type Application, lockOwn } from './my-applications.ts'
import { planLabels } from './plans.ts'

const PICTURES = ['jpg', 'jpeg', 'png'] as const
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(examApplication, key, values, field)
}
/** 30-EA1: what the list of the province says stays; the rest is the applicant's. */
const info = handle(saveInfo, async (ctx, { id, ...given }) => {
  const { db } = ctx
  const { row, applicant } = await lockOwn(ctx, id, 'saveInfo')
  const { name, category, school, canton, politicalCode, phone, address, guardian } = given
  const listed = { name: applicant.name, category: applicant.category, school: applicant.school, canton: applicant.canton }
  const isOther = applicant.isListed && Object.entries(listed).some(([key, was]) => was !== null && was !== (given as Record<string, unknown>)[key])
  if (isOther) refuse('listed')
  // what was chosen for one category need not be open to another
  const keeps = category === applicant.category || !row.choices.length
  await db.update(examApplicant, applicant.id, { name, category, school, canton, politicalCode: politicalCode ?? null, phone, address, guardian: guardian ?? null })
  await db.update(examApplication, row.id, { name, category, ...(keeps ? {} : { choices: [] }) })
})
const materials = handle(saveFiles, async (ctx, { id, photoId, exempt, proofs, special }) => {
  const { db } = ctx
  const { row, applicant } = await lockOwn(ctx, id, 'saveFiles')
  const [fileId = ''] = photoId
  if (fileId !== applicant.photoId?.[0]) {
    const { fault, isUnchecked } = await checkPhoto(db, 'admission', await withUpload(db, fileId, PICTURES, ({ path }) => readFile(path)))
    if (fault) refuse('photo', { why: { text: FAULTS[fault.fault] } }, 'photoId')
    await attachFiles(db, examApplicant, applicant.id, { photoId })
    await db.update(examApplicant, applicant.id, { photoId, isPhotoUnchecked: isUnchecked })
  }
  await attachFiles(db, examApplication, row.id, { proofs: proofs ?? [] })
  const asked = exempt ?? 'none'
  // what was decided about another request, or other proofs, says nothing about this one
  const isSame = asked === row.exempt && isDeepStrictEqual(proofs ?? [], row.proofs ?? [])
  const exemptState = asked === 'none' ? null : isSame ? row.exemptState : 'open'
  await db.update(examApplication, row.id, {
    exempt: asked,
    exemptState,
    exemptNote: exemptState === 'open' || !exemptState ? null : row.exemptNote,
    proofs: proofs ?? [],
    special: special ?? null,
  })
})
/** 30-EA2: choices are distinct, of this batch, and open to the category. */
async function checkChoices({ db }: Pick<Ctx, 'db'>, batch: Batch, { category }: Application, ids: readonly string[]): Promise<void> {
  if (ids.length > batch.maxChoices) refuse('tooMany', { most: batch.maxChoices, count: ids.length }, 'choices')
  const plans = await db.unscoped(examPlan).all({ id: [...new Set(ids)] }) // published plans
  const labels = await planLabels(db, plans)
  const of = new Map(plans.map(p => [p.id, p]))
  for (const [n, id] of ids.entries()) {
    const plan = of.get(id)
    const label = labels.get(id) ?? '—'
    if (!plan || plan.batchId !== batch.id) refuse('otherBatch', { plan: label }, 'choices')
    if (ids.indexOf(id) < n) refuse('choiceTwice', { plan: label }, 'choices')
    if (!plan?.quotas.some(q => q?.category === category))
      refuse('closedTo', { plan: label, category: { text: examCategory.items.find(i => i.key === category)?.value ?? '未填类别的考生' } }, 'choices')
  }
}
/** 30-EA4: each version is kept. One that was handed in is handed in anew, so that nobody decides about other choices than were confirmed. */
const choices = handle(saveChoices, async (ctx, { id, choices: wanted, obeyAdjust }) => {
  const { db } = ctx
  const { row, batch, isLate } = await lockOwn(ctx, id, 'saveChoices')
  if (isLate) refuse('choicesClosed', { at: schoolTimeText(batch.endTime) })
  const ids = wanted.flatMap(one => one ?? [])
  if (!ids.length) refuse('noChoices', {}, 'choices')
  if (obeyAdjust && !batch.adjust) refuse('noAdjust', { name: batch.name }, 'obeyAdjust')
  await checkChoices(ctx, batch, row, ids)
  const seq = row.choiceSeq + 1
  const version = { choices: ids, obeyAdjust: obeyAdjust ?? false }
  await db.insert(examChoice, { applicationId: row.id, seq, ...version })
  const again = row.state === 'pending' ? { state: 'draft' as const, heldBy: null, heldUntil: null, firstReviewerId: null, submittedAt: null, isGreen: false } : {}
  await db.update(examApplication, row.id, { ...version, choiceSeq: seq, ...again })
  return { choiceSeq: seq }
})
export default [info, materials, choices]
