import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { proposeByHand } from '../model/actions.ts'
import { attentionCase, type CaseSource, isImmediate, isSevere } from '../model/attention-case.ts'
import { ATTENTION_MESSAGES } from '../model/messages.ts'
import { startCall } from './calls.ts'
import { followCase } from './case-todos.ts'
import { psychologists } from './centre.ts'

export interface Proposal extends CaseSource {
  studentId: string
  /** What was seen; read by whoever confirms. */
  why?: string
}
/** 50-MH3: a case that others have to confirm. Where the student has an open one, the source is kept with it; of several at once one case is made. Returns its id. */
export async function proposeCase(db: Db, { studentId, why, ...source }: Proposal): Promise<{ id: string; isNew: boolean } | undefined> {
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) return undefined
  const sources = [source]
  const made = await db.insertOrSkip(attentionCase, { studentId, level: source.level, sources, state: 'proposed', ...(why && { watchFor: why }) })
  if (made) {
    const to = isSevere(source.level) ? await psychologists(db) : [...(await staffOf(db, who, 'fdy')), ...(await staffOf(db, who, 'college'))]
    await followCase(db, made, to)
    await notify(db, ATTENTION_MESSAGES.proposed, { to, bizType: attentionCase.name, bizId: made.id, link: '/mentalHealth/cases', mobileLink: '/mentalHealth/cases' })
    if (isImmediate(source.level)) await startCall(db, made)
    return { id: made.id, isNew: true }
  }
  const [kept] = await db.updateWhere(attentionCase, sql`t.student_id = ${studentId} and t.state <> 'closed'`, {
    sources: sql`coalesce(t.sources, '[]'::jsonb) || ${JSON.stringify(sources)}::jsonb`,
  })
  if (kept && isImmediate(source.level)) await startCall(db, await db.unscoped(attentionCase).one(kept.id)) // the case of this student
  return kept && { id: kept.id, isNew: false }
}
/** Somebody who knows the student proposes. Whether there is a case already is not told. */
const byHand = handle(proposeByHand, async ({ db }, { studentId, level, why }) => {
  if (!(await db.visible(student).find({ id: studentId }))) throw refusalOf(attentionCase, 'none', {}, 'studentId')
  await proposeCase(db, { studentId, source: 'report', ref: db.me.userId, level, at: new Date().toISOString(), why })
})
export default byHand
