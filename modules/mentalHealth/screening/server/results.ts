import sql, { type Sql } from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notFound } from '#server/data/rows.ts'
import { findResults, mhInterview, readResult, type SHOWN } from '../model/interview.ts'
import type { resultStates, SOURCES } from '../model/result.ts'
import { MARKED, type MhResult, mhResult } from '../model/result.ts'
import { mhScale } from '../model/scale.ts'
import { type Scores, scoresOf } from '../model/scores.ts'
import type { AnswerFault } from '../model/scoring.ts'
import { mustBeOfCentre, noteReading } from './centre.ts'

interface Found {
  id: string
  studentName: string
  studentNo: string | null
  className: string | null
  screeningName: string
  scaleName: string
  source: keyof typeof SOURCES
  fault: AnswerFault | null
  state: State
  takenAt: string
  interviewedAt: string | null
  nextOn: string | null
}
type State = keyof typeof resultStates.labels
const ONLY: Record<keyof typeof SHOWN, (row: MhResult, scores: Scores) => boolean> = {
  toInterview: row => row.state === 'toInterview',
  risk: (_, scores) => scores.isRisk,
  retest: row => row.isInvalid,
  decided: row => row.state !== 'toInterview',
  all: () => true,
}
/** Views that also show results which nothing was found in. */
const WHOLE: Partial<Record<keyof typeof SHOWN, Sql>> = { retest: sql`r.is_invalid`, all: sql`true` }
const COLUMNS = sql`r.id, s.name as "studentName", s.student_no as "studentNo", c.name as "className", p.name as "screeningName", k.name as "scaleName", r.source, r.fault, r.state, r.consent_at as "takenAt",
  i.at as "interviewedAt", i.next_on::text as "nextOn"`
/** Results in the reader's reach with student, scale and last interview. */
const from = (db: Db, where: Sql): Sql => sql`${db.visible(mhResult).rows()} r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id
    join mh_scale k on k.tenant_id = r.tenant_id and k.id = r.scale_id
    join mh_screening p on p.tenant_id = r.tenant_id and p.id = r.screening_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join lateral (select n.at, n.next_on from mh_interview n where n.tenant_id = r.tenant_id and n.result_id = r.id order by n.at desc limit 1) i on true
  where ${where}`
/** Results in which something was found, the most urgent first. Their scores are encrypted, so they are chosen and sorted here. */
async function marked(db: Db, of: { screeningId?: string }, only: keyof typeof SHOWN): Promise<string[]> {
  const rows = await db.visible(mhResult).all({ ...of, state: [...MARKED] })
  const chosen = rows.map(row => ({ row, scores: scoresOf(row) })).filter(({ row, scores }) => ONLY[only](row, scores))
  const order = ({ row, scores }: (typeof chosen)[number]) =>
    [row.state === 'toInterview' ? 0 : 1, scores.isRisk ? 0 : 1, scores.proposedLevel ?? '9', row.consentAt, row.id].join()
  return chosen
    .map(one => ({ id: one.row.id, key: order(one) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(one => one.id)
}
/** Heads of these results in their order, with their scores. */
async function headsOf(db: Db, ids: readonly string[]) {
  const heads = new Map((await db.query<Found>(sql`select ${COLUMNS} from ${from(db, sql`r.id = any(${[...ids]}::uuid[])`)}`)).map(h => [h.id, h]))
  const rows = new Map((await db.visible(mhResult).all({ id: [...ids] })).map(row => [row.id, scoresOf(row)]))
  return ids.flatMap(id => {
    const [head, scores] = [heads.get(id), rows.get(id)]
    if (!(head && scores)) return []
    const { total, isRisk, proposedLevel, confirmedLevel } = scores
    return [{ ...head, total, isRisk, proposedLevel, confirmedLevel }]
  })
}
const find = handle(findResults, async (ctx, { screeningId, only, current, size }) => {
  mustBeOfCentre(ctx)
  const { db } = ctx
  const page = askedPage({ current, size })
  const view = only ?? 'toInterview'
  const first = await marked(db, screeningId ? { screeningId } : {}, view)
  const others = WHOLE[view]
  const unmarked = sql`(${screeningId ?? null}::uuid is null or r.screening_id = ${screeningId ?? null}) and r.state <> all(${[...MARKED]}::text[]) and ${others ?? sql`false`}`
  const [counted] = others ? await db.query<{ n: number }>(sql`select count(*)::int as n from ${from(db, unmarked)}`) : []
  const skipped = (page.at - 1) * page.many
  const ids = first.slice(skipped, skipped + page.many)
  const room = page.many - ids.length
  if (others && room)
    ids.push(
      ...(await db.query<{ id: string }>(sql`select r.id from ${from(db, unmarked)} order by r.consent_at, r.id limit ${room} offset ${Math.max(0, skipped - first.length)}`)).map(
        r => r.id,
      ),
    )
  await noteReading(ctx, ids, screeningId ? { screeningId } : {})
  return { result: await headsOf(db, ids), page: page.head(first.length + (counted?.n ?? 0)) }
})
const read = handle(readResult, async (ctx, { id }) => {
  mustBeOfCentre(ctx)
  const { db } = ctx
  const row = await db.visible(mhResult).one(id)
  const [head] = await headsOf(db, [id])
  const scale = (await db.cached(mhScale)).get(row.scaleId)
  const talks = await db.unscoped(mhInterview).all({ resultId: id }) // of a result in the reader's reach
  const names = await db.query<{ id: string; name: string }>(
    sql`select id, nick_name as name from sys_user where tenant_id = ${db.me.tenantId} and id = any(${talks.map(n => n.interviewerId)}::uuid[])`,
  )
  await noteReading(ctx, [id], { id })
  if (!head) throw notFound()
  const { factor, positives, seconds, dimensionScores } = scoresOf(row)
  const items = scale?.items ?? []
  return {
    ...head,
    ...{ factor, positives, seconds, dimensionScores, dismissReason: row.dismissReason },
    answers: (row.answers?.split(',') ?? []).flatMap((given, n) => {
      const item = items[n]
      return item ? [{ item, answer: scale?.options[Number(given) - scale.low] ?? given }] : []
    }),
    interviews: talks
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(({ at, judged, risk, impression, advice, nextOn, interviewerId }) => ({
        ...{ at, risk: judged ?? risk ?? 'none', impression, advice, nextOn },
        interviewer: names.find(n => n.id === interviewerId)?.name ?? '',
      })),
  }
})
export default [find, read]
