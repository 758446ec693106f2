import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { labourAccount } from '#modules/labour/model/hours.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type Cap, countedOf, type Earned } from './model/caps.ts'
import { growthEntry } from './model/entry.ts'
import { growthManual } from './model/manual.ts'
import { type GrowthDraft, postGrowth, reverseGrowth } from './server/api.ts'

let s: SmallSchool
let officer: Actor
let league: Actor
beforeAll(async () => {
  s = await smallSchool()
  await s.db.insert(schoolYear, { xn: '2026-2027', startDate: day(-200), endDate: day(200) })
  await s.db.insert(term, { xn: '2026-2027', xqM: '1', name: '第一学期', week1Start: day(-60), weeks: 20, startDate: day(-60), endDate: day(79), switchDate: day(-67) })
  officer = await s.as({ roles: ['officer'] })
  league = await s.as({ roles: ['league'] })
})
afterAll(() => s.close())
const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule.split('.').at(-1)
const newStudent = async () => (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))).data.id
const DAY = today()
const day = (n: number): string => addDays(DAY, n)
const draft = (studentId: string, more: Partial<GrowthDraft> = {}): GrowthDraft => ({
  ...{ studentId, category: 'volunteer', title: '迎新', hours: 5, points: 1, bizDate: DAY, sourceType: 'test', sourceId: crypto.randomUUID() },
  ...more,
})
const ledgerOf = (studentId: string) => s.db.unscoped(growthEntry).all({ studentId }, { sort: ['entryNo'] })

/** What counts, entry by entry, by adding up what stands before it. */
function plainly(rows: Awaited<ReturnType<typeof ledgerOf>>, most: { perDay: number; volunteer: { hours: number; points: number } }) {
  const reversed = new Set(rows.map(r => r.reversesId))
  const standing = rows
    .filter(r => !r.reversesId && !reversed.has(r.id))
    .toSorted((a, b) => a.bizDate.localeCompare(b.bizDate) || Number(a.entryNo.split('-')[1]) - Number(b.entryNo.split('-')[1]))
  const got: Array<{ id: string; bizDate: string; term: string | null; hours: number; points: number }> = []
  for (const { id, bizDate, category, xn, xqM, hours, points } of standing) {
    const sum = (what: 'hours' | 'points', of: (e: (typeof got)[number]) => boolean) => got.filter(of).reduce((n, e) => n + Math.round(e[what] * 100), 0)
    const term = category === 'volunteer' ? `${xn} ${xqM}` : null
    const roomOf = (what: 'hours' | 'points') => (term ? most.volunteer[what] * 100 - sum(what, e => e.term === term) : Number.POSITIVE_INFINITY)
    const dayRoom = most.perDay * 100 - sum('hours', e => e.bizDate === bizDate)
    got.push({ id, bizDate, term, hours: Math.min(Math.round(hours * 100), roomOf('hours'), dayRoom) / 100, points: Math.min(Math.round(points * 100), roomOf('points')) / 100 })
  }
  return rows.map(({ id }) => [id, got.find(e => e.id === id)?.hours ?? 0, got.find(e => e.id === id)?.points ?? 0])
}
describe('60-GL1 the ledger', () => {
  it('posts a source once, however many post it at once, and answers the first entry', async () => {
    const studentId = await newStudent()
    const one = draft(studentId)
    const ids = await Promise.all(Array.from({ length: 6 }, () => postGrowth(s.db, [one])))
    expect(new Set(ids.flat()).size).toBe(1)
    expect(await ledgerOf(studentId)).toMatchObject([{ hours: 5, countedHours: 5, capNote: null }])
  })
  it('has no right to change what was earned, and takes an entry back once', async () => {
    const studentId = await newStudent()
    const [id = ''] = await postGrowth(s.db, [draft(studentId)])
    for (const change of [
      sql`update growth_entry set hours = 6 where id = ${id}`,
      sql`update growth_entry set biz_date = biz_date - 1 where id = ${id}`,
      sql`delete from growth_entry where id = ${id}`,
    ])
      await expect(s.db.query(change)).rejects.toThrow('permission denied')
    expect((await officer.post('growth/growthEntry/reverse', { id })).code).toBe(400)
    const answers = await Promise.all([1, 2, 3].map(() => officer.post('growth/growthEntry/reverse', { id, reason: '名单有误' })))
    expect(answers.map(a => ruleOf(a) ?? a.code).toSorted()).toEqual([200, 'reversed', 'reversed'])
    const rows = await ledgerOf(studentId)
    expect(rows.map(r => [r.hours, r.countedHours, r.reversesId])).toEqual([
      [5, 0, null],
      [-5, 0, id],
    ])
    expect(ruleOf(await officer.post('growth/growthEntry/reverse', { id, reason: '名单有误' }))).toBe('reversed')
    expect(ruleOf(await officer.post('growth/growthEntry/reverse', { id: rows[1]?.id, reason: '名单有误' }))).toBe('reversal')
  })
  it('takes a manual entry once somebody else than its maker has checked it', async () => {
    const studentId = await newStudent()
    const form = { studentId, category: 'volunteer', title: '社区支教', bizDate: DAY, hours: 3, reason: '社区补交名单' }
    expect(ruleOf(await officer.post('growth/growthManual/add', { ...form, hours: 0 }))).toBe('nothing')
    expect(ruleOf(await officer.post('growth/growthManual/add', { ...form, bizDate: day(1) }))).toBe('future')
    const { id } = (await officer.post<{ id: string }>('growth/growthManual/add', form)).data
    expect(ruleOf(await officer.post('growth/growthManual/check', { ids: [id] }))).toBe('samePerson')
    const both = await Promise.all([1, 2].map(() => league.post('growth/growthManual/check', { ids: [id] })))
    expect(both.filter(a => a.code === 200)).toHaveLength(1)
    expect(await s.db.unscoped(growthManual).one(id)).toMatchObject({ state: 'posted', makerId: officer.userId, checkerId: league.userId })
    expect(await ledgerOf(studentId)).toMatchObject([{ hours: 3, makerId: officer.userId, confirmerId: league.userId, reason: '社区补交名单' }])
  })
})
describe('60-GL2 caps', () => {
  const caps: Cap[] = [
    { span: 'day', category: null, fromOn: '2000-01-01', hours: 8, points: null },
    { span: 'term', category: 'volunteer', fromOn: '2026-09-01', hours: 10, points: 2 },
  ]
  const entry = (id: string, bizDate: string, hours: number, more: Partial<Earned> = {}): Earned => ({
    ...{ id, entryNo: `CZ20261001-${id}`, bizDate, xn: '2026-2027', xqM: '1', category: 'volunteer', hours, points: 0 },
    ...more,
  })
  it('apply by day, then by number, and give the same in whatever order the entries come', () => {
    const entries = [entry('9', '2026-10-01', 6), entry('10', '2026-10-01', 4), entry('11', '2026-10-02', 5), entry('1', '2026-10-02', 1, { category: 'work', points: 3 })]
    const got = countedOf(entries, caps)
    expect(entries.map(e => [got.get(e.id)?.countedHours, got.get(e.id)?.capNote])).toEqual([
      [6, null],
      [2, 'day'],
      [2, 'term'],
      [1, null],
    ])
    expect([...countedOf(entries.toReversed(), caps)].toSorted()).toEqual([...got].toSorted())
  })
  it('count in the database what plain arithmetic counts of the same entries, in whatever order and by however many they came', async () => {
    const entryOf = fc.record({
      days: fc.integer({ min: 0, max: 2 }),
      hours: fc.integer({ min: 1, max: 90 }),
      points: fc.integer({ min: 0, max: 300 }),
      category: fc.constantFrom('volunteer', 'work'),
    })
    const rounds = fc.array(fc.array(fc.record({ entry: entryOf, isTakenBack: fc.boolean() }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
    const cap = (await officer.post<{ id: string }>('growth/growthCap/add', { span: 'term', category: 'volunteer', fromOn: day(-30), hours: 11, points: 4.5 })).data
    await fc.assert(
      fc.asyncProperty(rounds, async given => {
        const studentId = await newStudent()
        for (const together of given)
          await Promise.all(
            together.map(async ({ entry, isTakenBack }) => {
              const { days, hours, points, category } = entry
              const ids = await postGrowth(s.db, [draft(studentId, { bizDate: day(-days), hours: hours / 10, points: points / 100, category })])
              if (isTakenBack) await reverseGrowth(s.db, ids, '名单有误')
            }),
          )
        const rows = await ledgerOf(studentId)
        expect(rows.map(r => [r.id, r.countedHours, r.countedPoints])).toEqual(plainly(rows, { perDay: 8, volunteer: { hours: 11, points: 4.5 } }))
      }),
      { numRuns: 8 },
    )
    await officer.post('growth/growthCap/remove', { ids: cap.id })
  })
  it('of a day keep eight hours; one that is freed goes to the next, and a change of the caps counts anew', async () => {
    const studentId = await newStudent()
    const [first = ''] = await postGrowth(s.db, [draft(studentId)])
    await postGrowth(s.db, [draft(studentId, { category: 'work' })])
    const shown = async () => (await ledgerOf(studentId)).map(e => [e.countedHours, e.capNote])
    expect(await shown()).toEqual([
      [5, null],
      [3, 'day'],
    ])
    await reverseGrowth(s.db, [first], '名单有误')
    expect(await shown()).toEqual([
      [0, null],
      [5, null],
      [0, null],
    ])
    const cap = (await officer.post<{ id: string }>('growth/growthCap/add', { span: 'term', category: 'work', fromOn: day(-1), hours: 2 })).data
    expect((await shown())[1]).toEqual([2, 'term'])
    await officer.post('growth/growthCap/remove', { ids: cap.id })
    expect((await shown())[1]).toEqual([5, null])
  })
})
describe('60-GL3 a student', () => {
  it('sees source, confirmer and cap note of each entry, and nobody else’s', async () => {
    const [studentId, other] = [await newStudent(), await newStudent()]
    await postGrowth(s.db, [draft(studentId, { hours: 9, confirmerId: league.userId, sourceType: 'growthEntry' }), draft(other)])
    const me = await selfOf(s, studentId)
    const { data } = await me.get<{ entries: object[]; totals: object[] }>('growth/growthEntry/mine')
    expect(data.entries).toMatchObject([{ hours: 9, countedHours: 8, capNote: 'day', source: '成长记录', isReversed: false }])
    expect(data.totals).toMatchObject([{ category: 'volunteer', hours: 8, points: 1 }])
    expect((await me.get('growth/growthEntry/list')).code).toBe(403)
  })
})
it('60-GL1 statistics count what stands: whoever has only what was reversed has no entry this term', async () => {
  const figures = async () => {
    const { data } = await officer.get<{ entries: number; hours: number; without: number }>('growth/growthEntry/statistics', { from: day(-1), to: DAY })
    return data
  }
  const studentId = await newStudent()
  const before = await figures()
  const [id = ''] = await postGrowth(s.db, [draft(studentId)])
  expect(await figures()).toMatchObject({ entries: before.entries + 1, hours: before.hours + 5, without: before.without - 1 })
  const printed = await officer.post('sheet/print/issue', { code: 'growthStatement', ids: [studentId] })
  for (const word of ['学生成长台账对账单', '迎新', '志愿公益']) expect(wordsOfPdf(printed.raw)).toContain(word)
  await reverseGrowth(s.db, [id], '名单有误')
  expect(await figures()).toMatchObject({ entries: before.entries, hours: before.hours, without: before.without })
})
describe('50-EV1 and labour', () => {
  it('keep an entry as evidence with the hours that count, and its labour hours as service, until it is reversed', async () => {
    const studentId = await newStudent()
    const [id = ''] = await postGrowth(s.db, [draft(studentId, { hours: 9, labourHours: 2 })])
    await s.server.settle()
    expect(await s.db.unscoped(evidence).all({ studentId })).toMatchObject([{ kind: 'volunteer', quantity: 8, sourceId: id }])
    expect(await s.db.unscoped(labourAccount).find({ studentId })).toMatchObject({ service: 20 })
    await reverseGrowth(s.db, [id], '名单有误')
    await s.db.emit('growth.posted', { entryId: id, studentId, labourHours: 2, bizDate: DAY, title: '迎新' })
    await s.server.settle()
    expect(await s.db.unscoped(labourAccount).find({ studentId })).toMatchObject({ service: 0 })
    expect((await s.db.unscoped(evidence).all({ studentId })).filter(e => e.reversesId)).toHaveLength(1)
  })
})
