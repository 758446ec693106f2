import sql, { raw } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { raiseTimeouts } from '#server/data/raise-timeouts.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import type { Index } from '../../schemes/model/tree.ts'
import { indexesOf, mustBeWhole, type Scheme } from '../../schemes/server/api.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { ranksOf, SCOPES, scopesOf, scoresOf, sheetsOf } from '../../sheets/server/api.ts'
import { replayScheme } from '../model/replay.ts'

const LIST = 'cqa:cqaSheet:list'
/** Rows that are shown, the widest moves first. */
const MOST_SHOWN = 500
interface Moved {
  id: string
  studentId: string
  classId: string | null
  fromTotal: number | null
  toTotal: number | null
  fromRank: number | null
  toRank: number | null
  students: number
  gained: number
  lost: number
  moved: number | null
}
/** Both rankings go by the first scope of the scheme that is tried, over the whole of the former evaluation; told are the reader's students. */
async function movesOf(db: Db, scheme: Scheme, former: Scheme): Promise<Moved[]> {
  const { xn, evidenceFrom, evidenceTo } = former
  const scores = await scoresOf(db, { ...scheme, xn, evidenceFrom, evidenceTo }, sheetsOf(db, former), { former })
  const rankScopes = scopesOf(scheme).slice(0, 1)
  const rank = raw(`"${SCOPES[rankScopes[0] ?? 'class'].rank}"`)
  const old = sql`cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${former.id}`
  return db.query<Moved>(sql`with fresh as materialized (${scores}),
      sheet_now as materialized (select t.id, t.student_id, t.state, t.grade, t.department_id, t.major_id, t.class_id, f.items, f.total, f.pending as pending_reason
        from fresh f join cqa_sheet t on t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${former.id} and t.student_id = f.student_id),
      before as (${ranksOf({ ...former, rankScopes }, old)}),
      after as (${ranksOf({ ...scheme, rankScopes }, sql`sheet_now t`)}),
      told as (select n.id, n.student_id, n.class_id, t.total as from_total, n.total as to_total, b.${rank} as from_rank, a.${rank} as to_rank
        from sheet_now n join ${db.visibleFor(cqaSheet, LIST).rows()} t on t.id = n.id join before b on b.id = n.id join after a on a.id = n.id)
    select id, student_id as "studentId", class_id as "classId", from_total::float8 as "fromTotal", to_total::float8 as "toTotal", from_rank as "fromRank", to_rank as "toRank",
      (count(*) over ())::int as students, (count(*) filter (where to_rank < from_rank) over ())::int as gained, (count(*) filter (where to_rank > from_rank) over ())::int as lost,
      round(avg(abs(to_rank - from_rank)) over (), 1)::float8 as moved
    from told order by abs(to_rank - from_rank) desc nulls last, abs(to_total - from_total) desc nulls last, id limit ${MOST_SHOWN}`)
}
const hasMoved = ({ fromTotal, toTotal, fromRank, toRank }: Moved): boolean => fromTotal !== toTotal || fromRank !== toRank
const isGiven = ({ kind }: Index): boolean => kind === 'scored' || kind === 'imported'
/** Indexes of people and lists whose codes the former scheme had no scores for. */
async function unscoredOf(db: Db, scheme: Scheme, former: Scheme): Promise<string[]> {
  const known = new Set((await indexesOf(db, former.id)).filter(isGiven).map(i => i.code))
  return (await indexesOf(db, scheme.id)).filter(i => isGiven(i) && !known.has(i.code)).map(i => i.name)
}
export default handle(replayScheme, async ({ db, refuse }, { id, formerId }) => {
  if (id === formerId) refuse('itself', {}, 'formerId')
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').one(id)
  const former = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').one(formerId)
  if (former.stage !== 'locked') refuse('unfinished', { name: former.name }, 'formerId')
  await mustBeWhole(db, scheme)
  // a school's thirty thousand take more than a minute
  const all = await db.tx(async inside => {
    await raiseTimeouts(inside)
    return movesOf(inside, scheme, former)
  })
  const { students = 0, gained = 0, lost = 0, moved = null } = all[0] ?? {}
  const rows = all.filter(hasMoved)
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const classes = await db.cached(stuClass)
  return {
    ...{ students, gained, lost, moved },
    unscored: await unscoredOf(db, scheme, former),
    rows: rows.map(({ id: sheetId, studentId, classId, fromTotal, toTotal, fromRank, toRank }) => {
      const who = people.get(studentId)
      return { id: sheetId, name: who?.name ?? '', studentNo: who?.studentNo ?? null, className: classes.get(classId ?? '')?.name ?? null, fromTotal, toTotal, fromRank, toRank }
    }),
  }
})
