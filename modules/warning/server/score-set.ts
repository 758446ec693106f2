import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { type Level, levelOf } from '../model/score.ts'
import { type Part, warningCase } from '../model/warning-case.ts'
import { actGone, askCounsellors } from './act-todos.ts'
import { settingsOf } from './settings.ts'
import { refreshSignals } from './signals.ts'

interface Scored {
  studentId: string
  score: number
  parts: Part[]
}
/** 60-EW1 in one statement: `scoreOf` of model/score.ts says the same of one student. */
export const scoresOf = (db: Db, ids: readonly string[], on: string): Promise<Scored[]> =>
  db.query<Scored>(sql`select x.student_id as "studentId", sum(x.counts)::float8 as score,
      jsonb_agg(jsonb_build_object('signalId', x.id, 'source', x.source_type, 'title', x.title, 'value', x.value, 'at', x.occurred_at, 'points', x.counts, 'link', x.link) order by x.counts desc, x.id) as parts
    from (select s.id, s.student_id, s.source_type, s.value, s.occurred_at, s.link, r.title, r.max_count,
        round(s.points * (r.decay_days - a.days)::numeric / r.decay_days, 1) as counts, row_number() over (partition by s.student_id, s.rule_id order by s.occurred_at desc, s.id) as nth
      from warning_signal s join warning_rule r on r.tenant_id = s.tenant_id and r.id = s.rule_id and r.is_enabled
        cross join lateral (select greatest(0, ${on}::date - (${atSchool(sql`s.occurred_at`)})::date) as days) a
      where s.tenant_id = ${db.me.tenantId} and s.student_id = any(${[...ids]}::uuid[]) and a.days < r.decay_days) x
    where x.max_count is null or x.nth <= x.max_count group by 1`)
interface Known {
  id: string
  studentId: string
  state: 'open' | 'following'
  level: Level
  dueAt: string | null
}
const openOf = (db: Db, ids: readonly string[]): Promise<Known[]> =>
  db.query<Known>(sql`select id, student_id as "studentId", state, level, due_at as "dueAt" from warning_case
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...ids]}::uuid[]) and state <> 'closed' order by student_id for update`)
/** Signals of cases closed of late, by student: they alone open no new one (60-EW6). */
async function settledOf(db: Db, ids: readonly string[], since: string): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ studentId: string; signals: string[] }>(sql`select student_id as "studentId", array_agg(p->>'signalId') as signals
    from warning_case, jsonb_array_elements(parts) p where tenant_id = ${db.me.tenantId} and student_id = any(${[...ids]}::uuid[]) and closed_at > ${since} group by 1`)
  return new Map(rows.map(r => [r.studentId, new Set(r.signals)]))
}
/** One run at a time in a school, and none while its rules change. */
export const lockList = (db: Db): Promise<unknown> => db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`warning ${db.me.tenantId}`}, 0))`)
/**
 * Finds the signals of these students anew, adds them up, and opens, changes or closes their cases. One run at a time in a school: of two signals at once the later run sees both, so they
 * come into one case. A case that somebody follows keeps its reasons when they have faded; one that nobody has begun closes by itself.
 */
export async function lookAgain(db: Db, ids: readonly string[], now = Date.now()): Promise<void> {
  if (!ids.length) return
  await db.tx(async tx => {
    await lockList(tx)
    await refreshSignals(tx, ids)
    const limits = await settingsOf(tx)
    const at = new Date(now).toISOString()
    const scored = new Map((await scoresOf(tx, ids, today(new Date(now)))).map(s => [s.studentId, s]))
    const known = new Map((await openOf(tx, ids)).map(k => [k.studentId, k]))
    const settled = await settledOf(tx, ids, new Date(now - limits.quietDays * DAY_MS).toISOString())
    const students = await studentsOf(tx, ids)
    const dueOf = (level: Level): string | null =>
      level === 'notice' ? null : new Date(now + (level === 'urgent' ? limits.urgentHours : limits.lookHours) * HOUR_MS).toISOString()
    const found = ids.map(id => ({ id, who: students.get(id), known: known.get(id), score: scored.get(id)?.score ?? 0, parts: scored.get(id)?.parts ?? [] }))
    const graded = found.flatMap(f => {
      const level = levelOf(f.score, limits)
      return level ? [{ ...f, level }] : []
    })
    await tx.updateMany(
      warningCase,
      graded.flatMap(({ known: k, score, level, parts }) => (k ? [{ id: k.id, score, level, parts, dueAt: k.level === level ? k.dueAt : earlier(k.dueAt, dueOf(level)) }] : [])),
      { history: false, bookkeeping: true },
    )
    await tx.insertMany(
      warningCase,
      graded.flatMap(({ known: k, id, who, score, level, parts }) =>
        k || !who || parts.every(p => settled.get(id)?.has(p.signalId))
          ? []
          : [{ studentId: id, departmentId: who.departmentId, classId: who.classId, score, level, parts, state: 'open' as const, openedAt: at, dueAt: dueOf(level) }],
      ),
      { history: false },
    )
    const faded = found.flatMap(f => (f.known?.state === 'open' && !levelOf(f.score, limits) ? [f.known.id] : []))
    if (faded.length) await tx.updateWhere(warningCase, { id: faded }, { state: 'closed', outcome: 'none', closedAt: at, note: null }, { history: false })
    await actGone(tx, faded)
    await askCounsellors(tx, await tx.unscoped(warningCase).all({ studentId: [...ids], state: ['open', 'following'] }), students, at) // the program's own work
  })
}
/** What has become graver is due no later than before. */
const earlier = (a: string | null, b: string | null): string | null => (a && b ? (Date.parse(a) < Date.parse(b) ? a : b) : (a ?? b))
