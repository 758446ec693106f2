import { createHash } from 'node:crypto'
import { refusalOf } from '#model'
import { ageOn } from '#modules/student/model/age.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { identityIn } from '#server/identity/index.ts'
import { type Doubt, examApplication, examChoice } from '../model/application.ts'
import { submitApplication } from '../model/own-actions.ts'
import { lacking } from './lacking.ts'
import { type Applicant, type Application, hasList, lockOwn, sendsCodes } from './my-applications.ts'
import { settingsOf } from './settings.ts'

const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(examApplication, key, values, field)
}
/** 30-EA3: what somebody has to look at. */
async function doubtsOf({ db }: Pick<Ctx, 'db'>, row: Application, applicant: Applicant): Promise<Doubt[]> {
  const { leastAge, mostAge } = await settingsOf(db)
  const age = ageOn(applicant.birthDate, today())
  const needsProof = row.exempt !== 'none' || applicant.category === 'veteran'
  return [
    ...(!applicant.isListed && (await hasList(db, row.batchId)) ? (['notListed'] as const) : []),
    ...(age < leastAge || age > mostAge ? (['age'] as const) : []),
    ...(applicant.isPhotoUnchecked ? (['photo'] as const) : []),
    ...(needsProof && !row.proofs?.length ? (['proof'] as const) : []),
    ...(row.exempt === 'none' ? [] : (['exempt'] as const)),
    ...(row.special ? (['special'] as const) : []),
  ]
}
async function prove(ctx: Ctx, { phone }: Applicant, code: string | null | undefined): Promise<void> {
  const { db, me } = ctx
  if (!(await sendsCodes(db))) return
  if (!code) refuse('codeMissing', {}, 'code')
  const md5 = createHash('md5').update(String(code).trim()).digest('hex')
  if (!(await identityIn(ctx).codes.check({ tenantId: me.tenantId, scene: 'verify', mobile: phone ?? '' }, md5))) refuse('code', {}, 'code')
}
/** 30-EA4: the code is looked at last, because it is used up. */
export default handle(submitApplication, async (ctx, { id, choiceSeq, commitment, code }) => {
  const { db } = ctx
  const { row, applicant } = await lockOwn(ctx, id, 'submit')
  if (!commitment) refuse('commitment', {}, 'commitment')
  const lacks = lacking(row, applicant)
  if (lacks.length) refuse('lacks', { fields: lacks })
  if (choiceSeq !== row.choiceSeq) refuse('changed', {}, 'choiceSeq')
  await prove(ctx, applicant, code)
  const now = new Date().toISOString()
  await db.updateWhere(examChoice, { applicationId: row.id, seq: row.choiceSeq }, { confirmedAt: now })
  const doubts = await doubtsOf(ctx, row, applicant)
  const fresh = { heldBy: null, heldUntil: null, firstReviewerId: null, reviewNote: null }
  const after = await db.update(examApplication, row.id, { state: 'pending', commitment: true, submittedAt: now, doubts, isGreen: !doubts.length, ...fresh })
  return { state: after.state }
})
