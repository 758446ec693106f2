import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import { readerWith } from '#testing/questions.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { WITH_RECORD } from './model/status.ts'
import { moveStatus, studentsOn } from './server/api.ts'
import { SIGNS } from './server/steps.ts'
import { draftOf, type SmallSchool, smallSchool } from './testing.ts'

type Figures = { key: string; name: string; enrolled: number | null; atSchool: number | null; isMerged: boolean }
type Table = {
  rows: Figures[]
  columns: Figures[]
  cells: Array<{ row: string; column: string; enrolled: number | null }>
  total: { enrolled: number; atSchool: number }
  corrections: Array<{ cause: string; count: number; recordedOn: string }>
}
type Flow = { rows: Array<Record<string, number> & { key: string }>; total: Record<string, number> }
type People = { rows: Array<{ id: string; name: string }>; total: number; hidden: number }
let s: SmallSchool
let officer: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())

const ask = async <T>(who: Actor, path: string, query: Record<string, unknown>): Promise<T> => {
  const answer: Answer<T> = await who.get<T>(`base/student/${path}`, query)
  expect(answer.msg).toBe('成功')
  return answer.data
}
const add = async (classId: string, given: Record<string, unknown> = {}): Promise<string> => {
  const made = await officer.post<{ id: string }>('base/student/add', draftOf(classId, given))
  expect(made.msg).toBe('成功')
  return made.data.id
}
/** Backdates the students' histories to their enrolment, as after a year of use. */
const settle = () => s.db.query(sql`update class_history set created_at = "from"::timestamptz where created_at::date > "from"`)

describe('figures', () => {
  let miao: string
  beforeAll(async () => {
    for (let i = 0; i < 6; i++) await add(s.ids.s2301, { genderCode: i % 2 ? '2' : '1' })
    miao = await add(s.ids.s2301, { ethnicityCode: '06', genderCode: '2' })
    await add(s.ids.s2301, { ethnicityCode: '03' })
    await add(s.ids.s2302, { ethnicityCode: '15' })
    for (let i = 0; i < 3; i++) await add(s.ids.a2301)
    await settle()
  })
  it('30-SS1 take a day, read the history, and stay the same when records change afterwards', async () => {
    const before = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'department', columns: 'gender' })
    expect(before.total).toEqual({ enrolled: 12, atSchool: 12 })
    expect(before.corrections).toEqual([])
    const row = (await officer.get<{ version: number }>('base/student/getOne', { id: miao })).data
    await officer.post('base/student/update', { id: miao, version: row.version, classId: s.ids.s2302, politicalCode: '01' })
    await s.db.tx(db => moveStatus(db, { studentId: miao, to: 'suspended', effectiveDate: today() }))
    expect(await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'department', columns: 'gender' })).toEqual(before)
    expect((await ask<Table>(officer, 'statistics', { asOf: today(), rows: 'department' })).total).toEqual({ enrolled: 12, atSchool: 11 })
    const byClass = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'class', columns: 'political' })
    expect(byClass.rows.find(r => r.key === s.ids.s2301)?.enrolled).toBe(8)
    expect((await ask<Table>(officer, 'statistics', { asOf: '2023-08-31', rows: 'department' })).total.enrolled).toBe(0)
  })
  it('30-SS1 list what became known later beside the figure it moved', async () => {
    await add(s.ids.n2301)
    const moved = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'department' })
    expect(moved.total.enrolled).toBe(13)
    expect(moved.corrections).toEqual([{ recordedOn: today(), cause: 'enrolled', count: 1 }])
  })
  it('60-ST1 read students where they belonged on that day', async () => {
    const db = await readerWith(s, 'student:student:list')
    const on = async (day: string): Promise<unknown[]> =>
      db.query(sql`select count(*)::int as n, (count(*) filter (where x.class_id = ${s.ids.s2301} and x.counsellor_id = ${s.ids.lin}))::int as "ofLin",
        (count(*) filter (where x.student_id = ${miao} and x.class_id = ${s.ids.s2302} and x.counsellor_id is null))::int as moved from ${studentsOn(db, sql`${day}::date`, 'student:student:list')} x`)
    expect(await on('2024-01-01')).toEqual([{ n: 13, ofLin: 8, moved: 0 }])
    expect(await on(today())).toEqual([{ n: 12, ofLin: 7, moved: 0 }])
    expect(await on('2023-08-31')).toEqual([{ n: 0, ofLin: 0, moved: 0 }])
  })
  it('30-SS2 open the list behind them, under the reader’s scope', async () => {
    const list = await ask<People>(officer, 'people', { asOf: '2024-01-01', department: s.ids.info, gender: '1' })
    const table = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'department', columns: 'gender' })
    expect(list.total + list.hidden).toBe(table.cells.find(c => c.row === s.ids.info && c.column === '1')?.enrolled)
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
    const own = await ask<Table>(fdy, 'statistics', { asOf: '2024-01-01', rows: 'class' })
    expect(own.rows.map(r => [r.key, r.enrolled])).toEqual([[s.ids.s2301, 8]])
    // one of them has changed class since: counted for the day, but not listed today
    expect(await ask<People>(fdy, 'people', { asOf: '2024-01-01', class: s.ids.s2301 })).toMatchObject({ total: 7, hidden: 1 })
    const college = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await ask<Table>(college, 'statistics', { asOf: '2024-01-01', rows: 'department' })).total.enrolled).toBe(3)
    expect((await ask<People>(college, 'people', { asOf: '2024-01-01', department: s.ids.info })).total).toBe(0)
  })
  it('30-SS3 merge small groups for readers who may not see the rows, and only for them', async () => {
    const leader = await readerOf('leader', ['student:student:statistics'])
    const shown = await ask<Table>(leader, 'statistics', { asOf: '2024-01-01', rows: 'ethnicity', columns: 'department' })
    expect(shown.rows.map(r => [r.name, r.isMerged])).toEqual([['其他（人数较少）', true]])
    expect(shown.cells.every(c => c.enrolled === null || c.enrolled >= 5)).toBe(true)
    expect(JSON.stringify(shown)).not.toContain('"06"')
    const whole = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'ethnicity' })
    expect(whole.rows.map(r => [r.key, r.enrolled])).toContainEqual(['06', 1])
    expect((await leader.get('base/student/people', { asOf: '2024-01-01' })).code).toBe(403)
  })
  it('cross any two dimensions so that rows, columns and cells add up', async () => {
    const dimensions = ['department', 'major', 'grade', 'class', 'campus', 'gender', 'ethnicity', 'political', 'origin', 'level', 'age', 'status']
    for (const [i, rows] of dimensions.entries()) {
      const table = await ask<Table>(officer, 'statistics', { asOf: today(), rows, columns: dimensions[(i + 1) % dimensions.length] })
      const sums = [table.rows, table.columns, table.cells].map(list => list.reduce((n, x) => n + (x.enrolled ?? 0), 0))
      expect([rows, ...sums]).toEqual([rows, ...Array(3).fill(table.total.enrolled)])
    }
  })
  it('answer sizes, completeness, the yearly sheet and the trend', async () => {
    const classes = await ask<Array<{ classId: string; count: number; complete: number; average: number }>>(officer, 'completenessByClass', {})
    expect(classes.find(c => c.classId === s.ids.a2301)).toMatchObject({ count: 3, complete: 0, average: 75 })
    const sheet = await ask<{ asOf: string; rows: Array<Record<string, unknown>> }>(officer, 'yearlySheet', { year: 2024 })
    expect(sheet.asOf).toBe('2024-09-01')
    expect(sheet.rows.find(r => r.majorName === '视觉设计')).toMatchObject({ enrolled: 3, year2: 3, entrants: 0, graduates: 0, expected: 0 })
    const years = await ask<Array<{ year: number; enrolled: number; joined: number }>>(officer, 'trend', { asOf: '2024-09-01', years: 3 })
    expect(years.map(y => [y.year, y.enrolled > 0, y.joined > 0])).toEqual([
      [2022, false, false],
      [2023, true, true],
      [2024, true, false],
    ])
    expect(await ask(officer, 'classSizes', { asOf: '2024-01-01' })).toEqual([])
    expect((await officer.get('base/student/flow', { from: '2024-01-01', to: '2024-01-01' })).errors[0]?.rule).toBe('student.student.spanReversed')
    expect((await officer.get('base/student/statistics', { asOf: '2024-02-30', rows: 'department' })).code).toBe(400)
    expect((await officer.get('base/student/statistics', { asOf: '2024-01-01', rows: 'idNo' })).code).toBe(400)
  })
})
/** A role with some permissions over the whole school. */
async function readerOf(code: string, keys: readonly string[]): Promise<Actor> {
  await s.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, ${code}, ${code}, 'all') returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${s.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${s.tenantId} and m.permission_key = any(${[...keys]})`)
  await s.server.core.principals.changed(s.tenantId)
  return s.as({ roles: [code] })
}

describe('a table taken out as a sheet', () => {
  const sheet = async (query: Record<string, unknown>, who = officer): Promise<string[][]> => {
    const { raw } = await who.get('base/student/exportStatistics', query)
    const path = join(s.server.core.dataDir, 'statistics.xlsx')
    await writeFile(path, raw)
    return readWorkbook(path)
  }
  it('30-SS1 holds the figures of the page, in all its five tables', async () => {
    const table = await ask<Table>(officer, 'statistics', { asOf: '2024-01-01', rows: 'department', columns: 'gender' })
    const cross = await sheet({ table: 'cross', asOf: '2024-01-01', rows: 'department', columns: 'gender' })
    expect(cross[0]).toEqual(['院系', ...table.columns.map(c => c.name), '合计'])
    expect(cross.slice(1).map(r => [r[0], r.at(-1)])).toEqual([...table.rows.map(r => [r.name, String(r.enrolled)]), ['合计', String(table.total.enrolled)]])
    const flow = await ask<Flow>(officer, 'flow', { from: '2023-08-31', to: '2024-01-01', by: 'department' })
    const flowRows = await sheet({ table: 'flow', from: '2023-08-31', to: '2024-01-01' })
    expect(flowRows.at(-1)).toEqual(['合计', String(flow.total.opening), String(flow.total.joined), String(flow.total.closing)])
    const classes = await ask<Array<Record<string, unknown>>>(officer, 'completenessByClass', {})
    expect((await sheet({ table: 'completeness' })).slice(1)).toEqual(
      classes.map(c => [c.className, c.departmentName, c.grade, c.count, Number(c.count) - Number(c.complete), c.average, c.lowest].map(String)),
    )
    const capacity = (n: number) => s.db.query(sql`update stu_class set capacity = ${n} where tenant_id = ${s.tenantId} and id = ${s.ids.s2301}`)
    await capacity(7)
    await s.db.changed(stuClass)
    expect((await sheet({ table: 'sizes', asOf: '2024-01-01' })).slice(1)).toEqual([['软件2301', '信息工程学院', '超过容量', '2023', '8', '7', '2']])
    await capacity(50)
    await s.db.changed(stuClass)
    const yearly = await ask<{ rows: Array<Record<string, unknown>> }>(officer, 'yearlySheet', { year: 2024 })
    const [head = [], ...lines] = await sheet({ table: 'yearly', year: 2024 })
    expect(head.slice(0, 5)).toEqual(['专业', '国标代码', '培养层次', '学制', '毕业生数'])
    expect(lines.map(l => [l[0], l[head.indexOf('在籍学生数')], l[head.indexOf('招生数')]])).toEqual(yearly.rows.map(r => [r.majorName, String(r.enrolled), String(r.entrants)]))
  })
  it('30-SS3 leaves small groups out for readers without row access, and says what is missing', async () => {
    const leader = await readerOf('reader', ['student:student:statistics'])
    const rows = await sheet({ table: 'cross', asOf: '2024-01-01', rows: 'ethnicity' }, leader)
    expect(rows.flat().join()).not.toContain('苗族')
    expect((await officer.get('base/student/exportStatistics', { table: 'flow' })).msg).toBe('导出“变动表”要给出期初日期')
    expect((await officer.get('base/student/exportStatistics', { table: 'flow', from: '2024-01-01', to: '2023-01-01' })).code).toBe(422)
    expect((await s.as({ roles: ['student'] }).then(who => who.get('base/student/exportStatistics', { table: 'cross' }))).code).toBe(403)
  })
})
describe('the flow table', () => {
  const FLOWS = Object.keys(SIGNS) as Array<keyof typeof SIGNS>
  const balance = (row: Record<string, number>): number => FLOWS.reduce((n, f) => n + SIGNS[f] * (row[f] ?? 0), row.opening ?? 0)
  const STATUSES = ['preEnrolled', 'active', 'active', 'suspended', 'retained', 'graduated', 'completed', 'withdrawn', 'transferredOut', 'expelled'] as const
  const career = fc.array(fc.record({ status: fc.constantFrom(...STATUSES), place: fc.integer({ min: 0, max: 3 }), days: fc.integer({ min: 1, max: 400 }) }), {
    minLength: 1,
    maxLength: 6,
  })

  it('30-SS1 adds up to the digit for every group, whatever the histories', async () => {
    const studentId = await add(s.ids.s2301)
    const college = await s.as({ roles: ['college'], departmentId: s.ids.info })
    await fc.assert(
      fc.asyncProperty(fc.array(career, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 1, max: 900 }), async (careers, start, length) => {
        await writeCareers(studentId, careers)
        const from = addDays('2015-01-01', start)
        const to = addDays(from, length)
        for (const [who, by] of [
          [officer, 'department'],
          [officer, 'major'],
          [officer, 'grade'],
          [college, 'department'],
        ] as const) {
          const { rows, total } = await ask<Flow>(who, 'flow', { from, to, by })
          for (const row of rows) expect([by, balance(row)]).toEqual([by, row.closing])
          expect(balance(total)).toBe(total.closing)
          if (who === college) expect(rows.every(r => r.key === s.ids.info)).toBe(true)
          const opening = await ask<Table>(who, 'statistics', { asOf: from, rows: 'department' })
          expect(total.opening).toBe(opening.total.enrolled)
        }
      }),
      { numRuns: 12 },
    )
  })
  /** Replaces all histories by generated ones of copies of one student. */
  async function writeCareers(of: string, careers: ReadonlyArray<ReadonlyArray<{ status: string; place: number; days: number }>>): Promise<void> {
    const places = [s.ids.s2301, s.ids.s2401, s.ids.n2301, s.ids.a2301]
    await s.db.query(sql`delete from class_history`)
    const students = await s.db.query<{ id: string }>(sql`select id from student order by id limit ${careers.length}`)
    for (const [i, steps] of careers.entries()) {
      let from = '2015-06-01'
      for (const [n, step] of steps.entries()) {
        const to = n === steps.length - 1 ? null : addDays(from, step.days)
        await s.db.query(sql`
          insert into class_history (tenant_id, student_id, "from", "to", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
          select ${s.tenantId}, ${students[i]?.id ?? of}, ${from}, ${to}::date, ${step.status}, id, grade_major_id, major_id, department_id, campus_id, grade, '5', '1', '2000-01-01', 'statusChanged' from stu_class where id = ${places[step.place]}`)
        from = to ?? from
      }
    }
  }
  it('is one snapshot: it adds up while changes take effect during the query', async () => {
    await s.db.query(sql`delete from class_history`)
    const ids = (await s.db.query<{ id: string }>(sql`select id from student where status = any(${[...WITH_RECORD]}) limit 10`)).map(r => r.id)
    for (const id of ids) await s.db.tx(db => moveStatus(db, { studentId: id, to: 'retained', effectiveDate: '2026-01-01' }))
    const changes = ids.flatMap(id => [
      () => s.db.tx(db => moveStatus(db, { studentId: id, to: 'withdrawn', effectiveDate: today() })),
      () => s.db.tx(db => moveStatus(db, { studentId: id, to: 'active', effectiveDate: today() })),
    ])
    const running = (async () => {
      for (const change of changes) await change()
    })()
    for (let i = 0; i < 15; i++) {
      const { total } = await ask<Flow>(officer, 'flow', { from: '2025-01-01', to: today() })
      expect(balance(total)).toBe(total.closing)
    }
    await running
  })
})
