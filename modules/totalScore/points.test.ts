import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { liveTogether } from '#modules/dormitory/stays/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { sql as asOwner } from '#testing/database.ts'
import { expectLedger } from '#testing/ledger.ts'
import { tsRecorder } from './model/item.ts'
import { pointAccount, pointLedger } from './model/ledger.ts'
import type { myPoints } from './model/my-points.ts'
import { balanceOf, countedOf } from './model/rules.ts'
import { tsScheme } from './model/scheme.ts'
import { ok, type PointSchool, pointSchool, ruleOf } from './testing.ts'

let s: PointSchool
beforeAll(async () => {
  s = await pointSchool()
})
afterAll(() => s.close())
type Mine = OutputOf<typeof myPoints>
const mine = async (n: number) => ok(await s.pupil(n).actor.get<Mine>('totalScore/pointEntry/mine'))
const conductOf = async (n: number) => (await mine(n)).schemes.find(x => x?.id === s.conductId)

describe('balances', () => {
  it('50-TS1 the balance is base and entries of the period, held within least and most', async () => {
    const bounds = { baseScore: 100, minScore: 0, maxScore: 110 }
    expect([balanceOf(bounds, 250), balanceOf(bounds, -20_000), balanceOf(bounds, 5000), balanceOf({ ...bounds, minScore: null }, -20_000)]).toEqual([102.5, 0, 110, -100])
    const [plus, minus] = [await s.item(), await s.item({ direction: 'deduct' })]
    const { id } = s.pupil(0)
    expect(await conductOf(0)).toMatchObject({ balance: 100, base: 100, periodKey: '2026-2027-1' })
    ok(await s.record([id], plus, { points: 15 }))
    expect(await conductOf(0)).toMatchObject({ balance: 110 })
    ok(await s.record([id], minus, { points: 7.5, reason: '迟到' }))
    // a category that asks for nothing lacks nothing
    const { id: lost } = s.pupil(5)
    ok(await s.record([lost], minus, { points: 2, reason: '迟到' }))
    expect((await conductOf(5))?.categories[0]).toMatchObject({ points: -2, least: null, gap: 0 })
    // the sum is kept, only what is shown is held
    expect(await conductOf(0)).toMatchObject({ balance: 107.5 })
    const [row] = ok(await s.officer.get<{ result: object[] }>('totalScore/pointAccount/list', { studentId: id })).result
    expect(row).toMatchObject({ balance: 107.5, points: 750, credits: null })
  })
})
describe('caps', () => {
  it('50-TS2 counts what still fits, the rest as 0; a reversal frees the cap for later entries only', async () => {
    expect(countedOf({ capPerPeriod: 10, capTotal: null }, 300, { period: 900, total: 900 })).toBe(100)
    expect(countedOf({ capPerPeriod: null, capTotal: 5 }, -300, { period: 0, total: 400 })).toBe(-100)
    const { id } = s.pupil(1)
    const item = await s.item({ capPerPeriod: 3 })
    ok(await s.record([id], item, { points: 2 }))
    expect(ok(await s.record([id], item, { points: 2 }))).toMatchObject({ people: 1, over: 1 })
    const before = await s.entries(id, item)
    expect(before.map(e => [e.kind, e.amount]).toSorted()).toEqual([
      ['counted', 100],
      ['counted', 200],
      ['over', 100],
    ])
    const first = before.find(e => e.amount === 200)
    ok(await s.officer.post('totalScore/pointEntry/reverse', { id: first?.id, reason: '记错了' }))
    expect(ruleOf(await s.officer.post('totalScore/pointEntry/reverse', { id: first?.id, reason: '再冲一次' }))).toBe('reversed')
    // what exceeded it before stays at 0
    expect((await s.account(id))?.points).toBe(100)
    ok(await s.record([id], item, { points: 5 }))
    expect((await s.account(id))?.points).toBe(300)
  })
  it('50-TS2 of two points more than the cap leaves at once, one counts', async () => {
    const { id } = s.pupil(2)
    const item = await s.item({ capPerPeriod: 10 })
    ok(await s.record([id], item, { points: 9 }))
    const both = await Promise.all([s.record([id], item), s.record([id], item, {}, s.officer)])
    expect(both.map(b => ok(b).over).toSorted()).toEqual([0, 1])
    expect((await s.account(id))?.points).toBe(1000)
    expect((await s.entries(id, item)).filter(e => e.kind === 'over').map(e => e.amount)).toEqual([100])
  })
})
describe('periods', () => {
  it('50-TS4 an entry belongs to the period of its day; when that is closed, to the open one, and says so', async () => {
    const { id } = s.pupil(3)
    const item = await s.item()
    const [now] = await s.db.unscoped(term).all({ xn: '2026-2027' }, { sort: ['startDate'] })
    const start = now?.startDate ?? today()
    await s.db.insert(schoolYear, { xn: '2025-2026', startDate: addDays(start, -565), endDate: addDays(start, -201) })
    await s.db.insert(term, {
      xn: '2025-2026',
      xqM: '2',
      name: '第二学期',
      week1Start: addDays(start, -350),
      weeks: 20,
      startDate: addDays(start, -350),
      endDate: addDays(start, -210),
      switchDate: addDays(start, -357),
    })
    const before = addDays(start, -300)
    ok(await s.record([id], item, { occurredOn: before, points: 3 }))
    const periods = async () => (await s.db.unscoped(pointAccount).all({ studentId: id, schemeId: s.conductId }, { sort: ['period'] })).map(a => [a.period, a.points])
    expect(await periods()).toEqual([['2025-2026-2', 300]])
    ok(await s.officer.post('totalScore/tsScheme/closePeriod', { id: s.conductId }))
    expect(ruleOf(await s.officer.post('totalScore/tsScheme/closePeriod', { id: s.conductId }))).toBe('nothingToClose')
    ok(await s.record([id], item, { occurredOn: before, points: 4 }))
    expect(await periods()).toEqual([
      ['2025-2026-2', 300],
      ['2026-2027-1', 400],
    ])
    expect((await s.entries(id, item)).map(e => e.isShifted)).toEqual([false, true])
    await s.db.emit('campus.rolledOver', { fromXn: '2026-2027', toXn: '2027-2028' })
    await s.server.settle()
    expect((await s.db.unscoped(tsScheme).one(s.conductId)).closedPeriod).toBe('2026-2027-9')
    await s.db.update(tsScheme, s.conductId, { closedPeriod: null })
  })
})
describe('credits', () => {
  it('are the points of each category within its cap, over the points of a credit', async () => {
    const { id } = s.pupil(2)
    const skill = ok(await s.officer.post<{ id: string }>('totalScore/tsCategory/add', { schemeId: s.creditId, name: '技能特长', growthCategory: 'skill', position: 2 })).id
    const [capped, free] = [await s.item({ schemeId: s.creditId, categoryId: s.volunteerId, pointsMax: 50 }), await s.item({ schemeId: s.creditId, categoryId: skill })]
    const own = async () => (await mine(2)).schemes.find(x => x?.id === s.creditId)
    expect(await own()).toMatchObject({ credits: 0, categories: [{ points: 0, least: 5, gap: 5, items: ['测试项目', '志愿服务'] }, { gap: 0 }] })
    ok(await s.record([id], capped, { points: 50 }))
    ok(await s.record([id], free, { points: 7 }))
    const [row] = ok(await s.officer.get<{ result: object[] }>('totalScore/pointAccount/list', { studentId: id, schemeId: s.creditId })).result
    expect(row).toMatchObject({ balance: 57, credits: 2.7 })
    expect(await own()).toMatchObject({ balance: 57, credits: 2.7, categories: [{ points: 50, gap: 0, items: [] }, { points: 7 }] })
  })
})
describe('recorders', () => {
  it('50-TS7 recorders write their items and people only, in their days, and never themselves', async () => {
    const [monitor, other, item, second] = [s.pupil(4), s.pupil(5), await s.item(), await s.item()]
    const span = { from: addDays(today(), -3), to: addDays(today(), 3) }
    expect(ruleOf(await s.record([other.id], item, {}, monitor.actor, 'assigned'))).toBe('item')
    const { id } = ok(await s.officer.post<{ id: string }>('totalScore/tsRecorder/add', { userId: monitor.actor.userId, itemIds: [item], classIds: [s.ids.s2301], ...span }))
    expect(ruleOf(await s.officer.post('totalScore/tsRecorder/add', { userId: monitor.actor.userId, itemIds: [item], ...span }))).toBe('nobody')
    expect(ok(await s.record([other.id], item, {}, monitor.actor, 'assigned'))).toMatchObject({ people: 1 })
    const refused = async (who: string, of = item) => ruleOf(await s.record([who], of, {}, monitor.actor, 'assigned'))
    expect([await refused(monitor.id), await refused(s.away.id), await refused(other.id, second)]).toEqual(['self', 'notYours', 'item'])
    expect((await s.record([other.id], item, {}, monitor.actor)).code).toBe(403)
    const people = ok(await monitor.actor.get<Array<{ id: string }>>('totalScore/pointEntry/assignedPeople', { classId: s.ids.s2301 }))
    expect(people.map(p => p.id)).toContain(other.id)
    expect(people.map(p => p.id)).not.toContain(monitor.id)
    expect(ok(await monitor.actor.get<object[]>('totalScore/pointEntry/assignedPeople', { classId: s.ids.a2301 }))).toEqual([])
    await s.db.update(tsRecorder, id, { from: addDays(today(), -9), to: addDays(today(), -1) })
    expect(await refused(other.id)).toBe('item')
    // a building is as good as a class
    const dorm = await liveTogether(s, [s.away.id])
    await s.officer.post('totalScore/tsRecorder/add', { userId: monitor.actor.userId, itemIds: [item], buildingIds: [dorm], ...span })
    expect([await refused(s.away.id), await refused(other.id), await refused(s.away.id, second)]).toEqual([undefined, 'notYours', 'item'])
    // staff record for the students of their scope
    expect(ruleOf(await s.record([s.away.id], item))).toBe('notYours')
    ok(await s.record([s.away.id], item, {}, s.officer))
  })
  it('refuses points outside the range, days to come and before enrolment, deductions without a reason, students outside the scheme', async () => {
    const [{ id }, item, minus, hours] = [s.pupil(4), await s.item({ pointsMax: 2 }), await s.item({ direction: 'deduct' }), await s.item({ unit: 'hour', pointsMax: 2 })]
    const refused = async (of: string, more: object) => ruleOf(await s.record([id], of, more))
    expect([await refused(item, { points: 3 }), await refused(item, { occurredOn: addDays(today(), 1) }), await refused(minus, {}), await refused(hours, {})]).toEqual([
      'range',
      'future',
      'noReason',
      'quantity',
    ])
    const { enrolDate, expectedGraduation } = await s.db.unscoped(student).one(id)
    await s.db.update(student, id, { enrolDate: addDays(today(), -5), expectedGraduation: addDays(today(), 900) })
    expect(await refused(item, { occurredOn: addDays(today(), -6) })).toBe('early')
    await s.db.update(student, id, { enrolDate, expectedGraduation })
    await s.db.update(tsScheme, s.conductId, { gradeFrom: 2024 })
    expect(await refused(item, {})).toBe('notInScheme')
    await s.db.update(tsScheme, s.conductId, { gradeFrom: null })
    ok(await s.record([id], hours, { points: 2, quantity: 2.5 }))
    expect((await s.entries(id, hours)).map(e => e.amount)).toEqual([500])
  })
  it('records a batch once, and takes it back within ten minutes', async () => {
    const item = await s.item()
    const [batchId, ids] = [crypto.randomUUID(), [s.pupil(4).id, s.pupil(5).id]]
    await Promise.all([s.record(ids, item, { batchId }), s.record(ids, item, { batchId })])
    expect((await s.entries(ids[0] as string, item)).length).toBe(1)
    expect(ruleOf(await s.officer.post('totalScore/pointEntry/recordUndo', { batchId }))).toBe('noBatch')
    expect(ok(await s.fdy.post('totalScore/pointEntry/recordUndo', { batchId }))).toEqual({ people: 2 })
    expect((await s.entries(ids[0] as string, item)).map(e => e.amount)).toEqual([100, -100])
    const late = crypto.randomUUID()
    ok(await s.record(ids, item, { batchId: late }))
    await asOwner(s.server.core.url, `update point_entry set created_at = created_at - interval '11 minutes' where source_id = '${late}'`)
    expect(ruleOf(await s.fdy.post('totalScore/pointEntry/recordUndo', { batchId: late }))).toBe('noBatch')
  })
})
describe('schemes', () => {
  it('are used only with items, and keep what decides over points that stand', async () => {
    const add = async (draft: object) => s.officer.post<{ id: string }>('totalScore/tsScheme/add', { period: 'term', kind: 'conduct', baseScore: 100, ...draft })
    expect(ruleOf(await add({ name: '颠倒', minScore: 120 }))).toBe('range')
    expect(ruleOf(await add({ name: '没有学分', kind: 'credit', period: 'study' }))).toBe('noCredit')
    const { id } = ok(await add({ name: '空方案' }))
    expect(ruleOf(await s.officer.post('totalScore/tsScheme/activate', { id }))).toBe('noItems')
    const scheme = await s.db.unscoped(tsScheme).one(s.conductId)
    expect(ruleOf(await s.officer.post('totalScore/tsScheme/update', { id: s.conductId, version: scheme.version, baseScore: 90 }))).toBe('inUse')
    expect((await s.fdy.post('totalScore/tsScheme/activate', { id })).code).toBe(403)
  })
})
expectLedger(pointLedger, {
  school: () => s,
  newAccount: async () => {
    const { id } = await s.newStudent(s.ids.s2301, '台账')
    return (await s.db.insert(pointAccount, { studentId: id, schemeId: s.conductId, period: '2026-2027-1' })).id
  },
  own: {
    get studentId() {
      return s.studentId
    },
    get schemeId() {
      return s.conductId
    },
    get itemId() {
      return s.itemId
    },
    occurredOn: today(),
    isShifted: false,
  },
})
