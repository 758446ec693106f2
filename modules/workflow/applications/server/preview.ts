import { selfStudent } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { previewPath } from '../../cases/server/api.ts'
import { studentInScope } from './applicants.ts'
import { roundOf, type Work } from './submissions.ts'
import { violationTexts } from './violations.ts'

/** Consequences of an application with its violations and the steps of its approval: none if it has no row, whose violations then say why. */
export async function previewOf({ actions, serve }: Work, ctx: Ctx, { studentId, ...asks }: Record<string, unknown>): Promise<object | null> {
  const isStaff = Boolean(studentId) && studentId !== ctx.me.studentId
  const who = isStaff && actions.applyFor ? await studentInScope(ctx, actions.applyFor, String(studentId)) : await selfStudent(ctx)
  const previewed = await serve.preview?.(ctx, who, asks, isStaff)
  if (!previewed) return null
  const { answer, violations, row } = previewed
  const path = row && who.userId && serve.subject ? await previewPath(ctx.db, serve.subject, { ...row, studentId: who.id }, { lang: ctx.lang, ...roundOf(row) }) : undefined
  const steps = (path?.steps ?? []).map(({ name, people, why, usualMin }) => ({ name, people, why, usualMin }))
  return { ...answer, problems: violationTexts(ctx.lang, actions.apply, violations), steps }
}
