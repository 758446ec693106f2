import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { proposeByHand } from '../model/actions.ts'
import { attentionCase, type CaseSource, isImmediate, isSevere } from '../model/attention-case.ts'
import { ATTENTION_MESSAGES } from '../model/messages.ts'
import { startCall } from './calls.ts'
import { openWork } from './case-todos.ts'
import { psychologists } from './centre.ts'

export interface Proposal extends CaseSource {
  studentId: string
  /** What was seen; read by whoever confirms. */
  why?: string
}
type Proposed = { id: string; isNew: boolean }
const LINK = '/mentalHealth/cases'
/** What a student has that has not ended: one at most. */
async function openCases(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; studentId: string }>(
    sql`select id, student_id as "studentId" from attention_case where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state <> 'closed'`,
  )
  return new Map(rows.map(r => [r.studentId, r.id]))
}
/** 50-MH3: cases that others have to confirm, of any number of students at once. Where a student has an open one, the source is kept with it; of several proposals about one student the
 *  first makes the case. The students are locked first. Returns the case of each student. */
export async function proposeCases(db: Db, proposals: readonly Proposal[]): Promise<Map<string, Proposed>> {
  const ids = proposals.map(p => p.studentId)
  const students = await studentsOf(db, ids, { lock: true })
  const known = proposals.filter(p => students.has(p.studentId))
  if (!known.length) return new Map()
  const before = await openCases(db, ids)
  const first = new Map([...known].reverse().flatMap(p => (before.has(p.studentId) ? [] : [[p.studentId, p] as const])))
  const drafts = [...first.values()].map(({ studentId, why, ...source }) => ({
    ...{ studentId, level: source.level, sources: [source], state: 'proposed' as const },
    watchFor: why ?? null,
  }))
  if (drafts.length) await db.insertMany(attentionCase, drafts)
  const now = await openCases(db, ids)
  await tellProposed(
    db,
    [...first.values()].flatMap(p => ({ ...p, id: now.get(p.studentId) ?? '', who: students.get(p.studentId) as StudentOf })),
  )
  await keepSources(
    db,
    known.filter(p => first.get(p.studentId) !== p),
  )
  const immediate = new Set(known.flatMap(p => (isImmediate(p.level) ? (now.get(p.studentId) ?? []) : [])))
  for (const row of await db.unscoped(attentionCase).all({ id: [...immediate] })) await startCall(db, row) // the cases proposed here
  return new Map([...now].map(([studentId, id]) => [studentId, { id, isNew: !before.has(studentId) }]))
}
export const proposeCase = async (db: Db, proposal: Proposal): Promise<Proposed | undefined> => (await proposeCases(db, [proposal])).get(proposal.studentId)
/** Whoever confirms: the centre for levels 1 and 2, counsellor and college for the others. */
async function tellProposed(db: Db, made: ReadonlyArray<{ id: string; level: string; who: StudentOf }>): Promise<void> {
  const mild = made.filter(m => !isSevere(m.level)).map(m => m.who)
  const [centre, fdy, college] = [made.length > mild.length ? await psychologists(db) : [], await staffOfAll(db, mild, 'fdy'), await staffOfAll(db, mild, 'college')]
  const staff = new Map(mild.map(({ id }, i) => [id, [...(fdy[i] ?? []), ...(college[i] ?? [])]]))
  const told = made.map(({ id, who }) => ({ id, to: staff.get(who.id) ?? centre }))
  await openWork(db, told)
  await notifyEach(
    db,
    ATTENTION_MESSAGES.proposed,
    told.map(({ id, to }) => ({ to, bizType: attentionCase.name, bizId: id, link: LINK, mobileLink: LINK })),
  )
}
/** What came later stands beside what the case came from. */
async function keepSources(db: Db, later: readonly Proposal[]): Promise<void> {
  if (!later.length) return
  const added = later.map(({ studentId, why: _why, ...source }) => ({ studentId, source }))
  await db.updateWhere(
    attentionCase,
    sql`t.student_id = x.student_id and t.state <> 'closed'`,
    { sources: sql`coalesce(t.sources, '[]'::jsonb) || x.more` },
    {
      from: sql`(select a."studentId" as student_id, jsonb_agg(a.source) as more from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) a("studentId" uuid, source jsonb) group by 1) x`,
    },
  )
}
/** Somebody who knows the student proposes. Whether there is a case already is not told. */
const byHand = handle(proposeByHand, async ({ db }, { studentId, level, why }) => {
  if (!(await db.visible(student).find({ id: studentId }))) throw refusalOf(attentionCase, 'none', {}, 'studentId')
  await proposeCase(db, { studentId, source: 'report', ref: db.me.userId, level, at: new Date().toISOString(), why })
})
export default byHand
