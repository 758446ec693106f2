import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear, term as termOf } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { PARAMETERS } from './model/parameters.ts'
import type { Spec } from './model/spec.ts'
import { checkedSpec } from './server/check-spec.ts'
import { orders } from './server/export-tasks.ts'
import { type QueryAnswer, type QuerySchool, querySchool, rule } from './testing.ts'

let s: QuerySchool
let officer: Actor
let lin: Actor
let he: Actor
beforeAll(async () => {
  s = await querySchool()
  ;({ officer, lin, he } = s)
})
afterAll(() => s.close())
const ask: QuerySchool['ask'] = (...asked) => s.ask(...asked)
const names = (answer: Answer<QueryAnswer>): unknown[] => answer.data.rows.map(r => r[0])

describe('asking', () => {
  it('10-Q1 walks declared references, groups, counts and orders; there is no text of SQL to send', async () => {
    const grouped = await ask({ columns: [], groupBy: ['classId.name'], aggregates: [{ fn: 'count' }], sort: [{ by: '#0', isDescending: true }] })
    expect(grouped.data.rows[0]).toEqual(['软件2301', 2])
    expect(grouped.data.columns.map(c => c.label)).toEqual(['班级 · 班级名称', '数量'])
    for (const path of ['name; drop table student', 'name"', 'tenant_id', 'passwordHash', 'classId.a.b.c']) expect((await ask({ columns: [path] })).code).toBe(422)
    for (const spec of [
      { columns: ['name'], from: 'sys_user' },
      { columns: ['name'], where: { all: [{ path: 'name', op: '; select', value: 1 }] } },
      { columns: ['name'], sort: [{ by: '1; drop' }] },
      [],
      'select 1',
    ])
      expect((await ask(spec as never)).code).toBeGreaterThanOrEqual(400)
  })
  it('10-Q1 offers only what the asker may list', async () => {
    const { data } = await lin.get<Array<{ code: string }>>('query/savedQuery/subjects')
    expect(data.map(d => d.code)).toContain('student')
    const nobody = await s.as({ roles: ['student'] })
    expect((await nobody.get('query/savedQuery/subjects')).code).toBe(403)
    expect((await ask({ columns: ['name'] }, nobody)).code).toBe(403)
    expect((await officer.post('query/savedQuery/run', { subject: 'user', spec: { columns: ['userName'] } })).errors[0]?.rule).toBe('query.savedQuery.subject')
  })
  it('10-Q2 answers the rows of the asker’s own scope, masked like any list', async () => {
    expect(names(await ask({ columns: ['name', 'phone'], sort: [{ by: 'name' }] })).length).toBe(4)
    const mine = await ask({ columns: ['name', 'phone'] }, lin)
    expect(names(mine).sort()).toEqual(['张一', '张二'])
    expect(mine.data.rows.every(r => /^138\*\*\*\*000\d$/.test(String(r[1])))).toBe(true)
    expect(names(await ask({ columns: ['name'] }, he))).toEqual(['李三'])
  })
  it('10-Q2 personal values are found whole only, and never grouped, ordered or counted', async () => {
    expect(names(await ask({ columns: ['name'], where: { all: [{ path: 'phone', op: 'eq', value: '13800000003' }] } }, officer, { reason: '联系本人' }))).toEqual(['李三'])
    for (const spec of [
      { columns: ['name'], where: { all: [{ path: 'phone', op: 'like', value: '138' }] } },
      { columns: ['name'], where: { all: [{ path: 'phone', op: 'ge', value: '138' }] } },
      { columns: ['name', 'phone'], sort: [{ by: 'phone' }] },
      { columns: [], groupBy: ['phone'] },
      { columns: [], aggregates: [{ fn: 'distinct', path: 'phone' }] },
    ] as Spec[])
      expect(rule(await ask(spec))).toBe('exactOnly')
  })
  it('a text filter takes percent signs and quotes as they are', async () => {
    const like = (value: string) => ask({ columns: ['name'], where: { all: [{ path: 'name', op: 'like', value }] } })
    expect(names(await like('%'))).toEqual(['王%四'])
    expect(names(await like("' or 1=1 --"))).toEqual([])
    expect(names(await like('张')).length).toBe(2)
  })
  it('10-Q8 nests and/or three levels, no deeper, and asks for none of, and so many of, related rows', async () => {
    const where = {
      any: [
        {
          all: [
            { path: 'name', op: 'like', value: '张' },
            {
              any: [
                { path: 'grade', op: 'eq', value: 2023 },
                { path: 'grade', op: 'eq', value: 2024 },
              ],
            },
          ],
        },
        { path: 'name', op: 'eq', value: '李三' },
      ],
    }
    expect(names(await ask({ columns: ['name'], where } as never)).sort()).toEqual(['张一', '张二', '李三'])
    const deep = { all: [{ any: [{ all: [{ any: [] }] }] }] }
    expect(rule(await ask({ columns: ['name'], where: deep } as never))).toBe('depth')
    const [zhang] = (await officer.get<{ result: Array<{ id: string }> }>('base/student/list', { 'name.like': '张一' })).data.result
    await s.db.query(
      sql`insert into family_member (tenant_id, student_id, relation, name) values (${s.tenantId}, ${zhang?.id}, '51', '张父'), (${s.tenantId}, ${zhang?.id}, '52', '张母')`,
    )
    const related = (op: string, more = {}) => ask({ columns: ['name'], where: { all: [{ related: 'familyMember.studentId', op, ...more }] } } as never)
    expect(names(await related('any'))).toEqual(['张一'])
    expect(names(await related('any', { where: { all: [{ path: 'name', op: 'eq', value: '张叔' }] } }))).toEqual([])
    expect(names(await related('none')).length).toBe(3)
    expect(names(await related('atLeast', { count: 2 }))).toEqual(['张一'])
    expect(names(await related('atLeast', { count: 3 }))).toEqual([])
    expect(names(await related('atMost', { count: 1 })).length).toBe(3)
    expect(rule(await ask({ columns: ['name'], where: { all: [{ related: 'sysUser.studentId', op: 'any' }] } } as never))).toBe('related')
  })
  it('10-Q6 dates take spans people name', async () => {
    const within = (value: string) => ask({ columns: ['name'], where: { all: [{ path: 'enrolDate', op: 'period', value }] } })
    const enrolled = (name: string, day: string) =>
      s.db.query(sql`update student set enrol_date = ${day}, expected_graduation = ${addDays(day, 1000)} where tenant_id = ${s.tenantId} and name = ${name}`)
    for (const [name, ago] of [
      ['张一', 0],
      ['张二', 6],
      ['李三', 7],
      ['王%四', 30],
    ] as const)
      await enrolled(name, addDays(today(), -ago))
    expect(names(await within('today'))).toEqual(['张一'])
    expect(names(await within('last7days')).sort()).toEqual(['张一', '张二'])
    expect(names(await within('last30days')).sort()).toEqual(['张一', '张二', '李三'])
    expect(rule(await within('thisTerm'))).toBe('period')
    expect(rule(await within('1=1'))).toBe('value')
    const year = Number(today().slice(0, 4))
    const term = async (xn: string, from: string, to: string) => {
      await s.db.insert(schoolYear, { xn, startDate: from, endDate: to })
      await s.db.insert(termOf, { xn, xqM: '1', name: xn, week1Start: from, weeks: 20, startDate: from, endDate: to, switchDate: from })
    }
    await term(`${year - 1}-${year}`, addDays(today(), -60), addDays(today(), -30))
    await term(`${year}-${year + 1}`, addDays(today(), -29), addDays(today(), 60))
    for (const [now, before] of [
      ['thisTerm', 'lastTerm'],
      ['thisSchoolYear', 'lastSchoolYear'],
    ] as const) {
      expect([now, names(await within(now)).sort()]).toEqual([now, ['张一', '张二', '李三']])
      expect([before, names(await within(before))]).toEqual([before, ['王%四']])
    }
  })
  it('says which value is wrong', async () => {
    const answer = await ask({ columns: ['name'], where: { all: [{ path: 'grade', op: 'eq', value: 'x' }] } })
    expect([rule(answer), answer.msg]).toEqual(['value', '条件“年级”的值不对：x'])
    expect(rule(await ask({ columns: ['name'], where: { all: [{ path: 'grade', op: 'like', value: '2' }] } }))).toBe('operator')
    expect(rule(await ask({ columns: [], aggregates: [{ fn: 'sum', path: 'name' }] }))).toBe('aggregate')
    expect(() => checkedSpec({ columns: new Array(41).fill('name') })).toThrow(/最多 40 个/)
  })
})

describe('sensitive fields', () => {
  const offered = async (who: Actor): Promise<string[]> =>
    (await who.get<Array<{ code: string; fields: Array<{ path: string; sensitivity: string | null }> }>>('query/savedQuery/subjects')).data
      .filter(x => x.code === 'student')
      .flatMap(x => x.fields.filter(f => f.sensitivity === 'S2').map(f => f.path))

  it('10-Q3 need their permission and a reason, and both stand in the audit', async () => {
    const bzr = await s.as({ roles: ['bzr'] })
    expect(await offered(officer)).toContain('healthCode')
    expect(await offered(bzr)).toEqual([])
    expect(rule(await ask({ columns: ['healthCode'] }, bzr))).toBe('sensitive')
    expect(rule(await ask({ columns: ['name'], where: { all: [{ path: 'healthCode', op: 'notNull' }] } }, bzr))).toBe('sensitive')
    expect(rule(await ask({ columns: ['name', 'healthCode'] }))).toBe('reason')
    expect((await ask({ columns: ['name', 'healthCode'] }, officer, { reason: '健康普查' })).code).toBe(200)
    const [row] = await s.db.query<{ detail: { reason: string; fields: string[] } }>(
      sql`select detail from audit_log where tenant_id = ${s.tenantId} and action = 'reveal' and biz_type = 'student' order by at desc limit 1`,
    )
    expect(row?.detail).toMatchObject({ reason: '健康普查', fields: ['健康状况'] })
    const runs = await officer.get<{ result: Array<{ reason: string | null }> }>('query/queryRun/list')
    expect(runs.data.result[0]?.reason).toBe('健康普查')
  })
  it('10-Q2 groups over sensitive fields smaller than the school’s smallest are not told apart', async () => {
    const small = await ask({ columns: [], groupBy: ['healthCode'], aggregates: [{ fn: 'count' }] }, officer, { reason: '健康普查' })
    expect(small.data.rows.map(r => r[1])).toEqual(['<5'])
    const where = { all: [{ path: 'healthCode', op: 'isNull' }] } as const
    const filtered = await ask({ columns: [], groupBy: ['grade'], aggregates: [{ fn: 'count' }], where }, officer, { reason: '健康普查' })
    expect(filtered.data.rows.map(r => r[1])).toEqual(['<5', '<5'])
    const plain = await ask({ columns: [], groupBy: ['grade'], aggregates: [{ fn: 'count' }] })
    expect(plain.data.rows.map(r => r[1])).toEqual([3, 1])
  })
})

describe('a reading', () => {
  it('10-A3 personal values looked for are masked in the audit and in the record of questions', async () => {
    const within = { related: 'familyMember.studentId', op: 'none', where: { all: [{ path: 'phone', op: 'eq', value: '13900009999' }] } }
    const where = { all: [{ path: 'phone', op: 'in', value: ['13800000003', '13800000001'] }, { any: [within] }, { path: 'healthCode', op: 'isNull' }] }
    expect(names(await ask({ columns: ['name'], where } as never, officer, { reason: '核对号码' })).sort()).toEqual(['张一', '李三'])
    const kept = await s.db.query(sql`select spec as kept from query_run where tenant_id = ${s.tenantId} and reason = '核对号码'
      union all select detail from audit_log where tenant_id = ${s.tenantId} and detail->>'reason' = '核对号码'`)
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/1[39]\d{9}/)
    expect(JSON.stringify(kept)).toContain('138****0003')
  })
  it('10-A7 whose they are is written down with the reading, on the screen and in a file; a file is audited whatever it holds', async () => {
    const seen = async (kind: 'screen' | 'export') =>
      (
        await s.db.query<{ name: string }>(sql`select st.name from audit_subject x join student st on st.tenant_id = x.tenant_id and st.id = x.student_id
          where x.tenant_id = ${s.tenantId} and x.audit_id = (select id from audit_log where tenant_id = ${s.tenantId} and biz_type = 'student' and detail->>'kind' = ${kind} order by seq desc limit 1)`)
      )
        .map(r => r.name)
        .sort()
    const where = { all: [{ path: 'name', op: 'like', value: '张' }] }
    expect((await ask({ columns: ['name', 'healthCode'], where }, officer, { reason: '健康普查' })).code).toBe(200)
    expect(await seen('screen')).toEqual(['张一', '张二'])
    await officer.post('query/savedQuery/exportRows', { subject: 'student', spec: { columns: ['name'], where } })
    await expect.poll(() => orders.run(s.db).then(() => seen('export'))).toEqual(['张一', '张二'])
    const [entry] = await s.db.query<{ detail: object }>(
      sql`select detail from audit_log where tenant_id = ${s.tenantId} and action = 'export' and detail->>'kind' = 'export' order by seq desc limit 1`,
    )
    expect(entry?.detail).toMatchObject({ kind: 'export', rows: 2, query: { columns: ['name'] } })
  })
})
/** Holds a table lock on a separate connection until released. */
async function locked(table: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: s.server.core.url })
  await owner.connect()
  await owner.query('begin')
  await owner.query(`lock table ${table} in access exclusive mode`)
  return owner
}
describe('10-Q4 what a screen waits for', () => {
  it('are 50,000 rows: what lies beyond is counted no further and shown on no page', async () => {
    await s.db.query(sql`insert into stu_class (tenant_id, class_no, name, grade_major_id, grade, major_id, department_id, campus_id, capacity, start_date, expected_end, state)
      select c.tenant_id, 'X' || n, 'X' || n, grade_major_id, grade, major_id, department_id, campus_id, capacity, start_date, expected_end, state from stu_class c, generate_series(1, 50000) n where c.id = ${s.ids.s2301}`)
    const classes = (current: number) =>
      officer.post<QueryAnswer & { isCut: boolean }>('query/savedQuery/run', { subject: 'stuClass', spec: { columns: ['name'] }, current, size: 1000 })
    expect((await classes(50)).data).toMatchObject({ total: 50_000, isCut: true, rows: { length: 1000 } })
    expect((await classes(51)).data.rows).toEqual([])
  })
  it('is not what everybody else waits for: questions share a few connections of their own, on which nothing is written', async () => {
    const owner = await locked('student')
    const questions = Array.from({ length: 8 }, () => ask({ columns: ['name'] }))
    // more than the process's connections for other work
    const others = await Promise.all(Array.from({ length: 8 }, () => s.db.query<{ n: number }>(sql`select 1 as n from pg_sleep(0.05)`)))
    expect(others).toHaveLength(8)
    expect(s.server.core.replica.totalCount).toBe(2)
    await owner.end()
    expect(new Set((await Promise.all(questions)).map(a => a.code))).toEqual(new Set([200]))
    await expect(s.db.onReplica(db => db.query(sql`update student set updated_at = now() where tenant_id = ${s.tenantId}`))).rejects.toThrow(/read-only transaction/)
  })
  it('are as many seconds as the school has set, and the refusal says so', async () => {
    expect(PARAMETERS.screenSeconds.initial).toBe(15)
    await setParams(s, 'query', { screenSeconds: 5 })
    const owner = await locked('student')
    const answer = await ask({ columns: ['name'] })
    await owner.end()
    expect([rule(answer), answer.msg]).toEqual(['tooSlow', '查询超过 5 秒，请增加条件或减少列，或改为导出'])
  })
})
