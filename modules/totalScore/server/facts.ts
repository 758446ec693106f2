import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { auditItem } from '#server/extensions/graduation-items.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { tsThreshold } from '../model/threshold.ts'
import { categoriesOf, conductOf, creditTotals, schemesInUse } from './standing.ts'

const gateOf = async (db: Db, schemeId: string): Promise<number | undefined> =>
  [...(await db.cached(tsThreshold)).values()].find(t => t.schemeId === schemeId && t.action === 'graduationGate' && t.isEnabled)?.value
const allOf = (parts: readonly Sql[]): Sql | undefined => (parts.length ? join([...parts], ' union all ') : undefined)
export default [
  studentFacts({
    code: 'totalScore',
    label: '总分考核',
    permission: 'totalScore:pointAccount:list',
    facts: {
      balance: { label: '操行分', type: 'number', unit: '分' },
      credits: { label: '第二课堂学分', type: 'number', unit: '学分', otherwise: 0 },
    },
    remedies: [{ label: '查看我的积分', link: '/totalScore/mine' }],
    async values(db, students, on) {
      const conduct = await Promise.all(
        (await schemesInUse(db, 'conduct')).map(async s => sql`select c.id, c.balance, null::numeric as credits from (${await conductOf(db, s, students, on)}) c`),
      )
      const credit = await Promise.all(
        (await schemesInUse(db, 'credit')).map(async s => sql`select c.id, null::numeric as balance, c.credits from (${await creditTotals(db, s, students)}) c`),
      )
      const all = allOf([...conduct, ...credit])
      return all && sql`select x.id, min(x.balance)::float8 as balance, max(x.credits)::float8 as credits from (${all}) x group by 1`
    },
  }),
  /** 50-TS8, 30-GR1: the credits that the scheme asks for in all. */
  auditItem({
    ...{ code: 'totalScore.credits', title: '第二课堂学分', order: 46, need: { text: '第二课堂学分达到要求' } },
    said: n => ({ text: '还差 {n} 学分', values: { n: Number(n) } }),
    async judge(db, students) {
      const parts: Sql[] = []
      for (const scheme of await schemesInUse(db, 'credit')) {
        const gate = await gateOf(db, scheme.id)
        if (gate !== undefined)
          parts.push(sql`select c.id, ${gate}::numeric - c.credits as gap from (${await creditTotals(db, scheme, students)}) c where c.credits < ${gate}::numeric`)
      }
      const all = allOf(parts)
      return all && sql`select x.id, false as pass, max(x.gap)::float8::text as actual from (${all}) x group by 1`
    },
  }),
  /** 50-TS8, 30-GR1: the least that each category asks for. */
  auditItem({
    ...{ code: 'totalScore.categories', title: '第二课堂各类积分', order: 47, need: { text: '第二课堂各类达到最低要求' } },
    said: names => ({ text: '没有达到最低要求：{names}', values: { names } }),
    async judge(db, students) {
      const parts = await Promise.all(
        (await schemesInUse(db, 'credit')).map(
          async s => sql`select k.id, k.name, k.position, k.points, k.required from (${await categoriesOf(db, s, students)}) k where k.points < k.required`,
        ),
      )
      const all = allOf(parts)
      return (
        all &&
        sql`select x.id, false as pass, string_agg(x.name || ' ' || x.points::float8 || '/' || x.required::float8, '、' order by x.position, x.name) as actual from (${all}) x group by 1`
      )
    },
  }),
]
