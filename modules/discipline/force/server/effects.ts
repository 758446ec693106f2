import sql, { type Sql } from 'sql-template-tag'
import { workBar } from '#modules/workStudy/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { auditItem } from '#server/extensions/graduation-items.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { barringLevels, type Effect } from '../../cases/model/effects.ts'
import { LEVELS, type Level } from '../../cases/model/levels.ts'
import { settingsOf } from '../../cases/server/api.ts'

/** Punishments in force on a day. What was lifted, revoked or changed is not there: nothing is held against anybody any more (Order 41, Article 57). */
const inForce = (db: Db, students: Sql, on: string): Sql => sql`(select p.student_id as id, p.decided_level as level, p.period_end as until from punishment p
  where p.tenant_id = ${db.me.tenantId} and p.state in ('inForce', 'liftPending') and p.period_start <= ${on}::date and p.student_id in (${students}))`
/** 50-PN13: which of these students a punishment in force keeps from something, with the level; whoever asks keeps no list of their own. */
export async function barredFrom(db: Db, studentIds: readonly string[], effect: Effect, on: string): Promise<ReadonlyMap<string, Level>> {
  const levels = barringLevels(await settingsOf(db), effect)
  if (!levels.length || !studentIds.length) return new Map()
  const rows = await db.query<{ id: string; level: Level }>(sql`select x.id, (array_agg(x.level order by array_position(${Object.keys(LEVELS)}::text[], x.level) desc))[1] as level
    from ${inForce(db, sql`select unnest(${[...studentIds]}::uuid[])`, on)} x where x.level = any(${levels}::text[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.level]))
}
const bar = (label: string) => ({ label, type: 'bool', otherwise: false }) as const
/** 50-PN13 as facts: conditions of awards, transfers and offices compare them. */
const facts = studentFacts({
  code: 'discipline',
  label: '违纪处分',
  permission: 'discipline:punishment:list',
  reveal: 'discipline:punishment:reveal',
  facts: {
    inForce: { label: '在处分期内', type: 'bool', otherwise: false },
    level: { label: '处分期内的处分', type: 'choice', choices: LEVELS, sensitivity: 'S1' },
    barsAwards: bar('处分影响评奖评优'),
    barsOffices: bar('处分影响担任学生干部'),
    barsTransfers: bar('处分影响推免和转专业'),
    barsAid: bar('处分影响困难资助'),
  },
  remedies: [{ label: '查看我的处分', link: '/discipline/mine' }],
  async values(db, students, on) {
    const set = await settingsOf(db)
    const bars = (effect: Effect): Sql => sql`bool_or(x.level = any(${barringLevels(set, effect)}::text[]))`
    return sql`select x.id, true as "inForce", (array_agg(x.level order by array_position(${Object.keys(LEVELS)}::text[], x.level) desc))[1] as level,
        ${bars('awards')} as "barsAwards", ${bars('offices')} as "barsOffices", ${bars('transfers')} as "barsTransfers", ${bars('aid')} as "barsAid"
      from ${inForce(db, students, on)} x group by 1`
  },
})
/** 30-GR1 */
const graduation = auditItem({
  ...{ code: 'discipline', title: '处分', order: 50, need: { text: '没有影响毕业的处分' } },
  said: until => ({ text: '处分期到 {until}', values: { until } }),
  async judge(db, students, on) {
    const levels = barringLevels(await settingsOf(db), 'graduation')
    return sql`select x.id, false as pass, max(x.until)::text as actual from ${inForce(db, students, on)} x where x.level = any(${levels}::text[]) group by 1`
  },
})
/** 40-W3 */
const work = workBar('discipline', async (db, ids) => {
  const found = await barredFrom(db, ids, 'workStudy', today())
  return new Map([...found].map(([id, level]) => [id, LEVELS[level]]))
})
export default [facts, graduation, work]
