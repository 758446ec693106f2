import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { workloadOf } from '../../log/server/api.ts'
import { type Graded, type Marks, missingOf, proposedGrades, totalOf } from '../model/grades.ts'
import { type EvalResult, fdyEvalResult } from '../model/result.ts'
import type { EvalScheme, Part } from '../model/scheme.ts'

interface Said {
  teacherId: string
  n: number
  mark: number | null
}
/** 50-CW8: of each counsellor the mean of what students gave, of 100, without so many percent at either end. */
const saidOf = (db: Db, { id, trimPercent }: EvalScheme): Promise<Said[]> =>
  db.query<Said>(sql`select r.teacher_id as "teacherId", count(*)::int as n, (round(avg(r.mark) filter (where r.at > r.cut and r.at <= r.n - r.cut), 2))::float8 as mark from (
      select m.teacher_id, m.mark, m.n, row_number() over (partition by m.teacher_id order by m.mark) as at, floor(m.n * ${trimPercent}::int / 100.0) as cut from (
        select a.teacher_id, count(*) over (partition by a.teacher_id) as n, (select avg(v.value::numeric) from jsonb_array_elements_text(a.scores) v) * 20 as mark
        from fdy_eval_answer a where a.tenant_id = ${db.me.tenantId} and a.scheme_id = ${id}) m) r
    group by 1`)
/** Marks by part. */
export const marksOf = ({ studentsMark, collegeMark, officeMark, peersMark, selfMark, workloadMark }: EvalResult): Marks => ({
  ...{ students: studentsMark, college: collegeMark, office: officeMark, peers: peersMark, self: selfMark, workload: workloadMark },
})
/** The weights that hold for a counsellor. */
export const partsOf = (scheme: EvalScheme, { ownParts }: Pick<EvalResult, 'ownParts'>): Part[] => (ownParts?.length ? ownParts : (scheme.parts ?? [])).flatMap(p => p ?? [])
export const lackingOf = (scheme: EvalScheme, row: EvalResult) => missingOf(partsOf(scheme, row), marksOf(row))
/** What students said and what was done, into the results of a round. Below the least number of answers neither mark nor number is kept (50-CW7). */
export async function countMarks(db: Db, scheme: EvalScheme): Promise<{ count: number; few: number }> {
  const rows = await db.unscoped(fdyEvalResult).all({ schemeId: scheme.id }) // of the whole round
  const said = new Map((await saidOf(db, scheme)).map(s => [s.teacherId, s]))
  const done = await workloadOf(
    db,
    rows.map(r => r.teacherId),
    { from: scheme.periodFrom, to: scheme.periodTo },
  )
  const counted = rows.map(({ id, teacherId }) => {
    const { n = 0, mark = null } = said.get(teacherId) ?? {}
    const isShown = n >= scheme.minResponses
    return { id, responses: isShown ? n : null, studentsMark: isShown ? mark : null, workloadMark: done.get(teacherId) ?? null }
  })
  await db.updateMany(fdyEvalResult, counted, { history: false })
  await addUp(db, scheme)
  return { count: rows.length, few: counted.filter(c => c.responses === null).length }
}
/** Totals of a round as its marks stand now, and the grades they propose, where nobody set one. */
export async function addUp(db: Db, scheme: EvalScheme): Promise<void> {
  const rows = await db.unscoped(fdyEvalResult).all({ schemeId: scheme.id }) // of the whole round
  const added: Array<Graded & { row: EvalResult }> = rows.map(row => ({ row, id: row.id, total: row.state === 'open' ? totalOf(partsOf(scheme, row), marksOf(row)) : row.total }))
  const grades = new Map([...Map.groupBy(added, a => a.row.departmentId)].flatMap(([, own]) => [...proposedGrades(own, scheme.excellentPercent)]))
  const changed = added.flatMap(({ id, total, row }) => {
    const grade = row.gradeReason ? row.grade : (grades.get(id) ?? null)
    return row.state === 'open' && (total !== row.total || grade !== row.grade) ? [{ id, total, grade }] : []
  })
  if (changed.length) await db.updateMany(fdyEvalResult, changed)
}
