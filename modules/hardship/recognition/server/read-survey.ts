import { subjectsOf } from '#server/audit/subjects.ts'
import { type Ctx, handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { fileReader } from '#server/files/readers.ts'
import { audit } from '#server/records/verbs.ts'
import { readSurvey } from '../model/application.ts'
import { aidRecognition } from '../model/recognition.ts'
import { aidSurvey } from '../model/survey.ts'
import type { Recognition } from './scores.ts'
import { formOf, snapshotOf } from './survey.ts'

/** Who read it, and why; without the entry nothing is answered. */
export async function noteReading(ctx: Ctx, row: Recognition, reason: string): Promise<void> {
  const auditId = await audit(ctx as KernelCtx, 'reveal', aidRecognition.name, row.id, { fields: ['surveySnapshot', 'groups'], reason })
  await subjectsOf((ctx as KernelCtx).db, aidRecognition, auditId, [row])
}
/** 40-D13: what a family is like is told to nobody without a reason that stays. */
const read = handle(readSurvey, async (ctx, { id, reason }) => {
  const row = await ctx.db.visible(aidRecognition).one(id)
  await noteReading(ctx, row, reason)
  const { answers: _, ...survey } = formOf(snapshotOf(row.surveySnapshot ?? {}))
  return { ...survey, groups: row.groups ?? [] }
})
/** Papers of a survey are for those who may read the survey of an application made of it. */
const papers = fileReader(aidSurvey, async (db, surveyId) => {
  const survey = await db.unscoped(aidSurvey).find({ id: surveyId }) // whose it is decides next
  if (!survey) return false
  if (survey.studentId === db.me.studentId) return true
  return Boolean(db.me.permissions.has(readSurvey.permission) && (await db.visibleFor(aidRecognition, readSurvey.permission).count({ studentId: survey.studentId })))
})
export default [read, papers]
