import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor } from '#testing/school.ts'
import { leave } from './model/leave.ts'
import type { leaveStatistics } from './model/read-actions.ts'
import { at, type LeaveSchool, leaveSchool, rulesOf } from './testing.ts'

type Stats = OutputOf<typeof leaveStatistics>
const SPAN = { from: addDays(today(), -30), to: addDays(today(), -1) }

describe('leave statistics', () => {
  let s: LeaveSchool
  let reader: Actor
  const closed = async (type: string, students: number, days: number, typeName = type): Promise<void> => {
    for (let n = 0; n < students; n++) {
      const day = addDays(today(), -8 - n)
      const { id } = await s.newStudent(n % 2 ? s.ids.s2301 : s.ids.n2301)
      await s.db.insert(leave, {
        leaveNo: `QJ-${typeName}-${n}`,
        studentId: id,
        departmentId: s.ids.info,
        classId: n % 2 ? s.ids.s2301 : s.ids.n2301,
        typeId: s.types[type] as string,
        startAt: at(day, '08:00'),
        endAt: at(day, '18:00'),
        days,
        actualDays: days,
        state: 'closed',
        backAt: at(day, '18:00'),
      } as never)
    }
  }
  beforeAll(async () => {
    s = await leaveSchool()
    await closed('personal', 7, 1)
    await closed('sick', 2, 0.5)
    await closed('official', 1, 2)
    reader = await readerOf('figures', ['leave:leave:statistics'])
  })
  afterAll(() => s.close())
  /** A role over the whole school that may see figures, but not list leaves. */
  async function readerOf(code: string, keys: readonly string[]): Promise<Actor> {
    await s.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, ${code}, ${code}, 'all') returning id)
      insert into role_menu (tenant_id, role_id, menu_id) select ${s.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${s.tenantId} and m.permission_key = any(${[...keys]})`)
    await s.server.core.principals.changed(s.tenantId)
    return s.as({ roles: [code] })
  }
  const stats = async (who: Actor) => (await who.get<Stats>('leave/leave/statistics', SPAN)).data
  const sum = (groups: Stats['byType'], of: 'leaves' | 'days'): number => groups.reduce((n, g) => n + g[of], 0)

  it('adds up in every grouping, the largest group first and weekdays in their order', async () => {
    const all = await stats(s.officer)
    expect(all).toMatchObject({ leaves: 10, students: 10, days: 10, overdue: 0 })
    expect(all.byType.map(g => [g.label, g.leaves, g.days])).toEqual([
      ['事假', 7, 7],
      ['公假', 1, 2],
      ['病假', 2, 1],
    ])
    for (const groups of [all.byType, all.byDepartment, all.byWeekday]) expect([sum(groups, 'leaves'), sum(groups, 'days')]).toEqual([10, 10])
    expect(all.byWeekday.map(g => g.key)).toEqual(all.byWeekday.map(g => g.key).toSorted())
  })
  it('says its groups in the reader’s language', async () => {
    const { data } = await reader.get<Stats>('leave/leave/statistics', SPAN, { 'accept-language': 'en' })
    expect(data.byWeekday.map(g => g.label).filter(label => !/^\w+day$/.test(label))).toEqual([])
    expect(data.byType[0]?.label).toMatch(/^Other/)
  })
  it('counts what the reader’s list has: a counsellor their own class only', async () => {
    const mine = await stats(s.fdy)
    const listed = await s.fdy.get<{ page: { total: number } }>('leave/leave/list', { state: 'closed' })
    expect([mine.leaves, mine.byType.map(g => [g.label, g.leaves])]).toEqual([
      listed.data.page.total,
      [
        ['事假', 3],
        ['病假', 1],
      ],
    ])
  })
  it('10-C5 merges types of fewer people than the school shows, for readers who may not list leaves', async () => {
    const shown = await stats(reader)
    expect(shown.byType.map(g => [g.key, g.label, g.leaves])).toEqual([['__merged', '其他（人数较少）', 10]])
    expect(JSON.stringify(shown.byType)).not.toContain('病假')
    await closed('sick', 4, 0.5, 'more')
    const [first, rest] = (await stats(reader)).byType
    expect([first?.label, first?.leaves, rest?.label, rest?.leaves]).toEqual(['事假', 7, '其他（人数较少）', 7])
  })
  it('is taken out as a sheet with the groups of the page, merged alike', async () => {
    const sheet = async (who: Actor): Promise<string[][]> => {
      const path = join(s.server.core.dataDir, 'statistics.xlsx')
      await writeFile(path, (await who.get('leave/leave/exportStatistics', SPAN)).raw)
      return readWorkbook(path)
    }
    const rows = await sheet(s.officer)
    expect(rows[0]).toEqual(['分组', '名称', '人天', '次数'])
    expect(rows).toContainEqual(['类型', '事假', '7', '7'])
    expect((await sheet(reader)).flat().join()).not.toContain('病假')
    expect(rulesOf(await s.officer.get('leave/leave/exportStatistics', { from: '2040-01-01', to: '2040-01-02' }))).toEqual(['empty'])
    expect((await s.me.get('leave/leave/exportStatistics', SPAN)).code).toBe(403)
  })
  it('refuses a span that is too long or reversed', async () => {
    expect(rulesOf(await s.officer.get('leave/leave/statistics', { from: '2020-01-01', to: '2026-01-01' }))).toEqual(['span'])
    expect(rulesOf(await s.officer.get('leave/leave/statistics', { from: SPAN.to, to: SPAN.from }))).toEqual(['order'])
  })
})
