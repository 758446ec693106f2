import sql, { type Sql } from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import type { Level } from '../../attention/model/attention-case.ts'
import { findResults, mhInterview, readResult, type SHOWN } from '../model/interview.ts'
import type { resultStates, SOURCES } from '../model/result.ts'
import { mhResult } from '../model/result.ts'
import { mhScale } from '../model/scale.ts'
import type { AnswerFault } from '../model/scoring.ts'
import { mustBeOfCentre, noteReading } from './centre.ts'

interface Found {
  id: string
  studentId: string
  studentName: string
  studentNo: string | null
  className: string | null
  screeningName: string
  scaleName: string
  source: keyof typeof SOURCES
  total: number | null
  isRisk: boolean
  fault: AnswerFault | null
  proposedLevel: Level | null
  confirmedLevel: Level | null
  state: keyof typeof resultStates.labels
  takenAt: string
  interviewedAt: string | null
  nextOn: string | null
}
const ONLY: Record<keyof typeof SHOWN, Sql> = {
  toInterview: sql`r.state = 'toInterview'`,
  risk: sql`r.is_risk`,
  retest: sql`r.is_invalid`,
  decided: sql`r.state in ('confirmed', 'dismissed')`,
  all: sql`true`,
}
const COLUMNS = sql`r.id, r.student_id as "studentId", s.name as "studentName", s.student_no as "studentNo", c.name as "className", p.name as "screeningName", k.name as "scaleName", r.source, r.total::float8 as total,
  r.is_risk as "isRisk", r.fault, r.proposed_level as "proposedLevel", r.confirmed_level as "confirmedLevel", r.state, r.consent_at as "takenAt", i.at as "interviewedAt", i.next_on::text as "nextOn"`
/** Results in the reader's reach with student, scale and last interview. */
const from = (db: Db, where: Sql): Sql => sql`${db.visible(mhResult).rows()} r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id
    join mh_scale k on k.tenant_id = r.tenant_id and k.id = r.scale_id
    join mh_screening p on p.tenant_id = r.tenant_id and p.id = r.screening_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join lateral (select n.at, n.next_on from mh_interview n where n.tenant_id = r.tenant_id and n.result_id = r.id order by n.at desc limit 1) i on true
  where ${where}`
const find = handle(findResults, async (ctx, { screeningId, only, current, size }) => {
  mustBeOfCentre(ctx)
  const { db } = ctx
  const where = sql`(${screeningId ?? null}::uuid is null or r.screening_id = ${screeningId ?? null}) and ${ONLY[only ?? 'toInterview']}`
  const page = askedPage({ current, size })
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${from(db, where)}`)
  const rows = await db.query<Found>(
    sql`select ${COLUMNS} from ${from(db, where)} order by (r.state = 'toInterview') desc, r.is_risk desc, r.proposed_level nulls last, r.consent_at, r.id ${page.limit}`,
  )
  await noteReading(
    ctx,
    rows.map(r => r.id),
    screeningId ? { screeningId } : {},
  )
  return { result: rows.map(({ studentId: _, ...row }) => row), page: page.head(counted?.n ?? 0) }
})
const read = handle(readResult, async (ctx, { id }) => {
  mustBeOfCentre(ctx)
  const { db } = ctx
  const row = await db.visible(mhResult).one(id)
  const [shown] = await db.query<Found>(sql`select ${COLUMNS} from ${from(db, sql`r.id = ${id}`)}`)
  const scale = (await db.cached(mhScale)).get(row.scaleId)
  const talks = await db.unscoped(mhInterview).all({ resultId: id }) // of a result in the reader's reach
  const names = await db.query<{ id: string; name: string }>(
    sql`select id, nick_name as name from sys_user where tenant_id = ${db.me.tenantId} and id = any(${talks.map(n => n.interviewerId)}::uuid[])`,
  )
  await noteReading(ctx, [id], { id })
  const { studentId: _, ...head } = shown as Found
  const items = scale?.items ?? []
  return {
    ...head,
    ...{ factor: row.factor, positives: row.positives, seconds: row.seconds, dismissReason: row.dismissReason },
    dimensionScores: (row.dimensionScores ?? []).flatMap(d => d ?? []),
    answers: (row.answers?.split(',') ?? []).flatMap((given, n) => {
      const item = items[n]
      return item ? [{ item, answer: scale?.options[Number(given) - scale.low] ?? given }] : []
    }),
    interviews: talks
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(({ at, risk, impression, advice, nextOn, interviewerId }) => ({
        ...{ at, risk, impression, advice, nextOn },
        interviewer: names.find(n => n.id === interviewerId)?.name ?? '',
      })),
  }
})
export default [find, read]
