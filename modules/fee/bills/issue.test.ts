import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { chargeStandard } from '../prices/model/charge-standard.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLedger, billLine } from './model/bill-line.ts'
import { billRun } from './model/bill-run.ts'
import type { previewRun } from './model/run-actions.ts'
import { arrearsOf, stateOf } from './model/standing.ts'
import { arrears } from './server/arrears.ts'
import { remindDue } from './server/remind.ts'
import { takeMoney } from './server/settle.ts'

const XN = '2026-2027'
let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
  await s.db.insert(schoolYear, { xn: XN, startDate: '2026-09-01', endDate: '2027-08-31' })
  const officer = await s.as({ roles: ['officer'] })
  for (const [n, classId] of [s.ids.s2301, s.ids.s2401, s.ids.a2301, s.ids.n2301].entries())
    await officer.post('base/student/add', draftOf(classId, { name: `学生${n}`, ...(classId === s.ids.s2401 ? { enrolDate: '2024-09-01' } : {}) }))
  const price = (of: object) => s.db.insert(chargeStandard, { itemId: s.items.tuition, xn: '2022-2023', ...of } as never)
  await price({ departmentId: s.ids.info, amount: 550_000 })
  await price({ departmentId: s.ids.info, gradeFrom: 2024, amount: 600_000 })
})
afterAll(() => s.close())
type Preview = OutputOf<typeof previewRun>
const asked = (more: object = {}) => ({ xn: XN, itemIds: s.items.tuition, ...more })
const preview = async (more: object = {}) => (await s.finance.get<Preview>('fee/billRun/preview', asked(more))).data
const issue = (digest: string, more: object = {}) =>
  s.finance.post<{ id: string }>('fee/billRun/issue', { xn: XN, itemIds: [s.items.tuition], dueDate: '2026-10-31', digest, ...more })
async function finished(id: string) {
  await s.server.settle()
  return s.db.unscoped(billRun).one(id)
}
const linesOf = () => s.db.unscoped(billLine).all({ sourceType: 'standard' })

describe('40-F4 bills from the price list', () => {
  it('previews without writing: counts and sums by item, college and grade, who has no standard, samples with their reason', async () => {
    const p = await preview()
    expect(p).toMatchObject({ payers: 4, count: 4, sum: 550_000 * 3 + 600_000, missing: 1, already: 0 })
    expect(p.byCollege.map(g => [g?.label, g?.count, g?.sum])).toEqual([['信息工程学院', 4, 2_250_000]])
    expect(p.byGrade.map(g => [g?.key, g?.sum]).sort()).toEqual([
      ['2023', 1_650_000],
      ['2024', 600_000],
    ])
    expect(p.missingSample.map(m => m?.name)).toEqual(['学生2'])
    expect(p.samples.find(x => x?.amount === 600_000)?.matched).toContain('2024')
    expect(await linesOf()).toEqual([])
  })
  it('issues only what was previewed', async () => {
    const { digest } = await preview()
    const [changed] = await s.db.unscoped(chargeStandard).all({ gradeFrom: 2024 })
    await s.db.update(chargeStandard, changed?.id ?? '', { amount: 610_000 })
    const stale = await issue(digest)
    expect(stale.errors?.[0]).toMatchObject({ rule: 'fee.billRun.stale', values: { nowCount: 4, now: '22,600.00' } })
    await s.db.update(chargeStandard, changed?.id ?? '', { amount: 600_000 })
    expect((await s.finance.post('fee/billRun/issue', { ...asked(), itemIds: [s.items.books], dueDate: '2026-10-31', digest })).errors?.[0]?.rule).toBe('fee.billRun.optional')
    expect((await s.finance.post('fee/billRun/issue', { ...asked(), itemIds: [s.items.tuition], dueDate: '2028-10-31', digest })).errors?.[0]?.rule).toBe('fee.billRun.due')
    expect(await linesOf()).toEqual([])
  })
  it('charges nobody twice when two officers issue the same at once, and tells each student', async () => {
    const { digest } = await preview()
    const answers = await Promise.all([issue(digest), issue(digest)])
    const [runs, late] = [answers.filter(r => r.code === 200), answers.filter(r => r.code !== 200)]
    expect(runs.length).toBeGreaterThan(0)
    for (const { errors } of late) expect(['fee.billRun.stale', 'fee.billRun.nothing']).toContain(errors?.[0]?.rule) // the first had billed some, or everybody, before it looked
    const done = await Promise.all(runs.map(r => finished(r.data.id)))
    expect(done.map(r => [r.state, r.done])).toEqual(runs.map(() => ['done', 4]))
    const lines = await linesOf()
    expect(lines.map(l => l.charged).sort()).toEqual([550_000, 550_000, 550_000, 600_000])
    expect(lines[0]?.explain).toMatchObject({ price: 550_000 })
    expect(await mismatches(s.db, billLedger)).toEqual([])
    const listed = (await s.finance.get<{ result: Array<{ itemNames: string }> }>('fee/billRun/list')).data.result
    expect(listed.map(r => r.itemNames)).toEqual(runs.map(() => '学费')) // the names of a list of references
    expect(await preview()).toMatchObject({ count: 0, already: 4 })
    expect((await issue((await preview()).digest)).errors?.[0]?.rule).toBe('fee.billRun.nothing')
  })
  it('40-F2 bills one school year or one term at a time, never across', async () => {
    const term = (await s.db.insert(chargeItem, { code: 'lab', name: '实验费', nature: 'administrative', filingNo: 'JY2', period: 'term' })).id
    const of = (itemIds: string[], more: object = {}) => s.finance.post('fee/billRun/issue', { xn: XN, itemIds, dueDate: '2026-10-31', digest: 'x', ...more })
    expect((await of([term])).errors?.[0]).toMatchObject({ rule: 'fee.billRun.term', values: { item: '实验费' } })
    expect((await of([s.items.tuition, term])).errors?.[0]?.rule).toBe('fee.billRun.term')
    expect((await of([s.items.tuition, term], { xqM: '1' })).errors?.[0]?.rule).toBe('fee.billRun.wholeYear')
    expect((await of([s.items.tuition], { xn: '2029-2030' })).errors?.[0]?.rule).toBe('fee.billRun.year')
    expect((await of([s.items.tuition], { dueDate: '2027-09-01' })).errors?.[0]).toMatchObject({ rule: 'fee.billRun.due', values: { from: '2026-09-01', to: '2027-08-31' } })
  })
  it('takes a run back by reversals within its minutes and while nobody has paid, and issues it again', async () => {
    await s.db.insert(chargeStandard, { itemId: s.items.exam, xn: '2022-2023', amount: 30_00 })
    const ofExam = { itemIds: s.items.exam }
    const again = async () => {
      const { digest } = await preview(ofExam)
      const { id } = (await issue(digest, { itemIds: [s.items.exam] })).data
      return finished(id)
    }
    const linesOfExam = () => s.db.unscoped(billLine).all({ itemId: s.items.exam })
    const undo = (id: string) => s.finance.post('fee/billRun/undo', { id })
    const first = await again()
    const heard = captureEvents(s.server, 'fee.lineClosed')
    expect((await undo(first.id)).code).toBe(200)
    expect((await undo(first.id)).errors?.[0]?.rule).toBe('fee.billRun.state')
    expect((await finished(first.id)).state).toBe('undone')
    const closed = await linesOfExam()
    expect(closed.map(l => [l.charged, l.owed, l.closedAt])).toEqual(Array(first.lines).fill([0, 0, schoolDate(Date.now())]))
    await expect.poll(() => heard.map(e => e.lineId).sort()).toEqual(closed.map(l => l.id).sort())
    const second = await again()
    const [one] = await linesOfExam()
    expect([second.lines, one?.charged, one?.closedAt]).toEqual([first.lines, 30_00, null])
    expect((await linesOfExam()).length).toBe(first.lines)
    await takeMoney(s.db, { sourceType: 'test', sourceId: 'undo' }, 'own', [{ lineId: one?.id ?? '', amount: 100 }])
    expect((await undo(second.id)).errors?.[0]).toMatchObject({ rule: 'fee.billRun.undoPaid', values: { count: 1 } })
    await s.db.query(sql`update bill_run set created_at = now() - interval '31 minutes' where id = ${second.id}`)
    expect((await undo(second.id)).errors?.[0]).toMatchObject({ rule: 'fee.billRun.undoLate', values: { minutes: 30 } })
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
})
it('40-F4 a student hears once of all that is billed at once: items, sum and the first date', async () => {
  await selfOf(s, s.payer.id)
  const lineIds = [await s.line(500_00, { dueDate: '2026-10-31' }), await s.line(80_00, { item: 'exam', dueDate: '2026-10-15' })]
  await s.db.emit('fee.billIssued', { payerId: s.payer.id, lineIds })
  await s.server.settle()
  const told = await s.db.query<{ content: string }>(
    sql`select content from message where tenant_id = ${s.tenantId} and event_code = 'fee.issued' and biz_id = any(${lineIds}::text[])`,
  )
  expect(told.map(m => m.content)).toEqual([expect.stringMatching(/(学费、考试费|考试费、学费)共 580\.00 元，请在 2026-10-15 前缴清/)])
})
describe('40-F16 arrears', () => {
  it('is owed and past its date, less what is deferred, in later instalments or waits for a loan', async () => {
    const today = schoolDate(Date.now())
    const day = (n: number) => schoolDate(Date.now() + n * DAY_MS)
    const late = (await s.line(100_00, { dueDate: day(-5) })) as string
    const state = async (id: string) => {
      const [row] = (await s.finance.get<{ result: Array<{ state: string; daysOverdue: number | null }> }>('fee/billLine/list', { 'filters.id': id })).data.result
      return [row?.state, row?.daysOverdue]
    }
    expect(await state(late)).toEqual(['overdue', 5])
    await s.db.update(billLine, late, { loanPending: 100_00 })
    expect(await state(late)).toEqual(['loan', null])
    await s.db.update(billLine, late, { loanPending: 0, deferUntil: today })
    expect(await state(late)).toEqual(['deferred', null])
    await s.db.update(billLine, late, {
      deferUntil: null,
      instalments: [
        { date: day(-1), amount: 40_00 },
        { date: day(30), amount: 60_00 },
      ],
    })
    expect(await state(late)).toEqual(['overdue', 5])
    const figures = (await s.finance.get<{ owed: number }>('fee/billLine/figures', {})).data
    await takeMoney(s.db, { sourceType: 'test', sourceId: 'arrears' }, 'own', [{ lineId: late, amount: 40_00 }])
    expect(figures.owed - (await s.finance.get<{ owed: number }>('fee/billLine/figures', {})).data.owed).toBe(40_00)
    expect((await state(late))[0]).toBe('part')
  })
  it('40-F16 is the same number in lists and in sums, for any line and day', async () => {
    const id = await s.line(500_00)
    const day = fc.integer({ min: 0, max: 40 }).map(n => `2026-${n < 20 ? '09' : '10'}-${String((n % 20) + 1).padStart(2, '0')}`)
    const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
    const parts = fc.array(fc.record({ date: day, amount: fc.integer({ min: 1, max: 300_00 }) }), { minLength: 1, maxLength: 3 })
    const state = fc.record({ dueDate: day, deferUntil: some(day), loanPending: fc.integer({ min: 0, max: 600_00 }), instalments: some(parts), closedAt: some(day) })
    await fc.assert(
      fc.asyncProperty(state, day, async (patch, on) => {
        const row = await s.db.update(billLine, id, patch)
        const [found] = await s.db.query<{ late: number }>(sql`select (${arrears(on)})::float8 as late from bill_line l where l.id = ${id}`)
        expect(found?.late).toBe(arrearsOf(row, on))
        expect(stateOf(row, on) === 'overdue').toBe(!row.closedAt && arrearsOf(row, on) > 0)
      }),
      { numRuns: 40 },
    )
    await s.db.update(billLine, id, { closedAt: schoolDate(Date.now()) })
  })
  it('is reminded of before the due date, once a day whoever runs it, and only where something is due', async () => {
    const day = (n: number) => schoolDate(Date.now() + n * DAY_MS)
    await selfOf(s, s.payer.id)
    const lines = [await s.line(10_00, { dueDate: day(7) }), await s.line(11_00, { dueDate: day(6) }), await s.line(12_00, { dueDate: day(1) })]
    await s.db.update(billLine, await s.line(13_00, { dueDate: day(7) }), { deferUntil: day(30) })
    const ran = await Promise.all([remindDue(s.db), remindDue(s.db), remindDue(s.db)])
    expect(ran.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect((await s.db.query<{ id: string }>(sql`select id from bill_line where tenant_id = ${s.tenantId} and reminded_on is not null`)).map(r => r.id).sort()).toEqual(
      [lines[0], lines[2]].sort(),
    )
  })
  it('40-F15 each part of an instalment plan is reminded of before its own date, with what is due by then', async () => {
    const day = (n: number) => schoolDate(Date.now() + n * DAY_MS)
    const parts = [-20, 7, 40].map(n => ({ date: day(n), amount: 30_00 }))
    const line = await s.line(90_00, { dueDate: day(1) })
    await s.db.update(billLine, line, { instalments: parts })
    await takeMoney(s.db, { sourceType: 'test', sourceId: `part ${line}` }, 'own', [{ lineId: line, amount: 30_00 }])
    await remindDue(s.db)
    await s.server.settle()
    const told = await s.db.query<{ content: string }>(sql`select content from message where biz_id = ${line} and event_code = 'fee.due'`)
    expect(told.map(m => [m.content.includes('30.00'), m.content.includes(day(7))])).toEqual([[true, true]])
  })
})
