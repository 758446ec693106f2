import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { serial } from '#testing/serial.ts'
import { type NewcomerSchool, newcomerSchool, planned } from '../testing.ts'
import type { previewNumbers } from './model/actions.ts'
import { USUAL_SEGMENTS } from './model/segments.ts'

type Preview = OutputOf<typeof previewNumbers>
let s: NewcomerSchool
beforeAll(async () => {
  s = await newcomerSchool()
})
afterAll(() => s.close())
const add = (more: object = {}) =>
  s.officer.post<{ id: string }>('distribution/numberRule/add', {
    ...{ name: `规则${serial('rule')}`, grade: 2026, segments: USUAL_SEGMENTS, seqScope: 'class', order: ['class', 'pinyin'], isEnabled: true, ...more },
  })
const ruleWith = async (more: object = {}): Promise<string> => (await add(more)).data.id
const preview = async (id: string): Promise<Preview> => (await s.officer.get<Preview>('distribution/numberRule/preview', { id })).data
const generate = (id: string, expected: number, by = s.officer) => by.post<{ count: number; firstNo: string; lastNo: string }>('distribution/numberRule/generate', { id, expected })
const numbersOf = async (ids: readonly string[]): Promise<string[]> => (await s.db.unscoped(student).all({ id: [...ids] })).map(r => r.studentNo ?? '').sort()
/** Newcomers in the classes of software. */
async function placed(count: number): Promise<string[]> {
  const ids = await s.newcomers(s.software26, count)
  const id = await planned(s)
  await s.officer.post('distribution/distributionPlan/preview', { id })
  await s.officer.post('distribution/distributionPlan/publish', { id })
  return ids
}
const accountOf = async (studentId: string) =>
  (
    await s.db.query<{ no: string; userName: string; hasPassword: boolean }>(
      sql`select account_no as no, user_name as "userName", password_hash is not null as "hasPassword" from sys_user where realm = 'admin' and student_id = ${studentId}`,
    )
  )[0]

describe('student numbers', () => {
  let first: string[]
  let rule: string
  beforeAll(async () => {
    first = await placed(24)
    rule = await ruleWith()
  })
  it('30-SN5 shows before a run how many, the first twenty, scopes and who must have a class first', async () => {
    await s.newcomers(s.network26, 2)
    const shown = await preview(rule)
    expect(shown).toMatchObject({ count: 24, unready: 2, length: 12, skipped: 0, collisions: [] })
    expect(shown.first).toHaveLength(20)
    expect(shown.scopes.map(x => [x?.count, x?.first, x?.last, x?.most, x?.fits])).toEqual([
      [8, 1, 8, 99, true],
      [8, 1, 8, 99, true],
      [8, 1, 8, 99, true],
    ])
    expect((await numbersOf(first))[0]).toBe('')
  })
  it('30-SN5 refuses a run whose numbers would meet, or run over, and writes none', async () => {
    const blind = await ruleWith({
      segments: [
        { kind: 'year4', length: 4 },
        { kind: 'seq', length: 4 },
      ],
    })
    expect((await preview(blind)).collisions.length).toBeGreaterThan(0)
    expect((await generate(blind, 24)).errors[0]?.rule).toBe('distribution.numberRule.collision')
    const short = await ruleWith({
      seqScope: 'major',
      segments: [
        { kind: 'year4', length: 4 },
        { kind: 'major', length: 6 },
        { kind: 'seq', length: 1 },
      ],
    })
    expect((await preview(short)).scopes[0]).toMatchObject({ last: 24, most: 9, fits: false })
    expect((await generate(short, 26)).errors[0]).toMatchObject({ rule: 'distribution.numberRule.overflow', values: { last: 24, most: 9 } })
    expect((await generate(rule, 23)).errors[0]).toMatchObject({ rule: 'distribution.numberRule.changed', values: { expected: 23, count: 24 } })
    expect(await numbersOf(first)).toEqual(first.map(() => ''))
    expect((await s.officer.post('distribution/numberRule/remove', { ids: [blind, short].join(',') })).data).toEqual({ done: 2, failed: [] })
  })
  it('30-SN6 gives all numbers in one run though two officers press at once, and each account its number', async () => {
    const [one, two] = await Promise.all([generate(rule, 24), generate(rule, 24, s.admissions)])
    const [won, lost] = one.code === 200 ? [one, two] : [two, one]
    expect(won.data).toMatchObject({ count: 24, firstNo: '2026X1050101', lastNo: '2026X1050308' })
    expect(lost.errors[0]).toMatchObject({ rule: 'distribution.numberRule.done', values: { count: 24 } })
    const numbers = await numbersOf(first)
    expect(new Set(numbers).size).toBe(24)
    expect(numbers.every(no => /^2026X1050[123]0[1-8]$/.test(no))).toBe(true)
    await s.server.settle()
    for (const id of first) {
      const { studentNo } = await s.record(id)
      expect(await accountOf(id)).toEqual({ no: studentNo, userName: studentNo, hasPassword: false })
    }
    const runs = (await s.officer.get<{ result: Array<{ count: number }> }>('distribution/numberRun/list')).data.result
    expect(runs.map(r => r.count)).toEqual([24])
  })
  it('30-SN4 goes on with the sequence for latecomers, past numbers that somebody has', async () => {
    const late = await placed(3)
    const classes = await Promise.all(late.map(async id => (await s.record(id)).classId))
    const [free] = await s.newcomers(s.software26, 1)
    const [classId] = classes
    const classNo = (await s.db.unscoped(stuClass).one(classId ?? '')).classNo
    const taken = `2026X105${classNo.slice(-2)}09`
    await s.db.update(student, free ?? '', { studentNo: taken })
    const shown = await preview(rule)
    expect([shown.count, shown.skipped]).toEqual([3, 1])
    expect((await generate(rule, 3)).code).toBe(200)
    const numbers = await numbersOf(late)
    expect(numbers).toContain(`2026X105${classNo.slice(-2)}10`)
    expect(numbers.filter(no => no.endsWith('09'))).toHaveLength(2)
    expect((await generate(rule, 1)).errors[0]?.rule).toBe('distribution.numberRule.done')
  })
  it('30-SN7 keeps a number on a transfer, unless the school changes it: then the old one still finds the student and signs in', async () => {
    const [who = ''] = first
    const before = (await s.record(who)).studentNo ?? ''
    const transfer = async (classId: string | undefined) => {
      const row = await s.record(who)
      const answer = await s.officer.post('base/student/update', {
        id: who,
        version: row.version,
        classId,
        gradeMajorId: (await s.db.unscoped(stuClass).one(classId ?? '')).gradeMajorId,
      })
      expect(answer.code).toBe(200)
      await s.server.settle()
    }
    await transfer(s.classes.network[0])
    expect((await s.record(who)).studentNo).toBe(before)
    await transfer(s.classes.software[0])
    const admin = await s.as({ roles: ['admin'] })
    const saved = await admin.post('base/baseParams/submit', { paramsId: 'distribution', version: 0, content: { 'number.changeOnTransfer': true } })
    expect(saved.code).toBe(200)
    await transfer(s.classes.network[0])
    await s.server.settle()
    const after = await s.record(who)
    expect(after.studentNo).toBe('2026X1020101')
    expect(after.formerNos).toBe(before)
    const { data } = await s.officer.get<{ result: Array<{ id: string }> }>('base/student/list', { keyword: before })
    expect(data.result.map(r => r.id)).toEqual([who])
    expect(await accountOf(who)).toMatchObject({ no: after.studentNo, userName: after.studentNo })
  })
  it('refuses rules that make no number, keeps used ones, and tells others nothing', async () => {
    expect((await add({ segments: USUAL_SEGMENTS.slice(0, 2) })).errors[0]).toMatchObject({ field: 'segments', rule: 'distribution.numberRule.seqOnce' })
    expect((await s.officer.post<{ failed: Array<{ msg: string }> }>('distribution/numberRule/remove', { ids: rule })).data.failed).toHaveLength(1)
    const disabled = await ruleWith({ isEnabled: false })
    expect((await generate(disabled, 1)).errors[0]?.rule).toBe('distribution.numberRule.disabled')
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
    expect((await fdy.get('distribution/numberRule/preview', { id: rule })).errors[0]?.rule).toBe('access.noPermission')
  })
})
