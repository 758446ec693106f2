import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { addRegistration } from '#testing/registrations.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { dormBed } from '../places/model/places.ts'
import { takenBeds, takenCounts } from '../places/server/occupancy.ts'
import { day, rulesOf } from '../places/testing.ts'
import type { checkOutList, graduationPreview, neverCame } from './model/actions.ts'
import { dormStay } from './model/stay.ts'
import { remind } from './server/jobs.ts'
import { checkOutPoints } from './server/points.ts'
import { livingIn, reserved, type StaySchool, setStay, staySchool } from './testing.ts'

let s: StaySchool
beforeAll(async () => {
  s = await staySchool()
})
afterAll(() => s.close())

type Student = { id: string; studentNo: string }
let next = 0
const bed = (): string => s.beds.women[next++] as string
/** So many students, as a tuple. */
const some = async (n: number) => (await s.students(n)) as unknown as readonly [Student, Student, Student]
const one = async () => (await s.students(1))[0] as Student
const post = <T = Record<string, unknown>>(verb: string, body: unknown, by: Actor = s.officer): Promise<Answer<T>> => by.post<T>(`dorm/dormStay/${verb}`, body)
const leaving = { reason: 'offCampus', hasKey: true }
const told = async (code: string, bizId: string) => {
  await s.server.settle()
  return (await s.db.query<{ n: number }>(sql`select count(*)::int as n from message where event_code = ${`dormitory.${code}`} and biz_id = ${bizId}`))[0]?.n
}
const takenStates = async (bedIds: readonly string[]) =>
  (await s.db.query<{ state: string }>(sql`select state from ${takenBeds(s.db)} t where t.bed_id = any(${[...bedIds]}::uuid[]) order by 1`)).map(t => t.state)
const todos = async (bizId: string) => {
  await s.server.settle()
  return s.db.query<{ userId: string; state: string; due: string }>(
    sql`select user_id as "userId", state, (due_at at time zone 'Asia/Shanghai')::date::text as due from todo where biz_type = 'dormStay' and biz_id = ${bizId}`,
  )
}

describe('moving out', () => {
  it('20-DR4 goes through the list, records what is open instead of keeping the bed, and tells the student', async () => {
    const who = await one()
    const bedId = bed()
    const id = await livingIn(s, who, bedId)
    await s.self(who.id)
    await setStay(s, id, { keyNo: 'A-07' })
    const without = addRegistration(s.server.core.registry, checkOutPoints, {
      code: 'test',
      open: async (_db, all) => new Map(all.filter(l => l.stayId === id).map(l => [l.stayId, [{ code: 'utility', label: '水电费', note: '9 月', amount: 3560 }]])),
    })
    const list = (await s.officer.get<OutputOf<typeof checkOutList>>('dorm/dormStay/checkOutList', { id })).data
    expect([list.keyNo, list.open.map(o => [o?.label, o?.amount])]).toEqual(['A-07', [['水电费', 3560]]])
    const answer = await post('checkOut', { id, reason: 'offCampus', hasKey: false, pieces: [{ item: '椅子', state: 'missing' }] })
    expect(rulesOf(answer)).toEqual(['open'])
    expect(answer.msg).toContain('钥匙未交（A-07）、家具损坏或缺失（椅子）、水电费（9 月）')
    expect((await s.stay(id)).state).toBe('checkedIn')
    const done = await post('checkOut', { id, reason: 'offCampus', hasKey: false, pieces: [{ item: '椅子', state: 'missing' }], withDebts: true })
    expect(done.data).toMatchObject({ debtCount: 3 })
    expect((await s.stay(id)).debts?.map(d => d.code)).toEqual(['key', 'furniture', 'utility'])
    expect(await told('checkOutDebts', id)).toBe(1)
    expect(await takenStates([bedId])).toEqual([])
    without()
    expect(rulesOf(await post('checkOut', { id, ...leaving }))).toEqual(['state'])
  })
  it('20-DR7 is undone within a day while the bed is free, and not a minute later', async () => {
    const bedId = bed()
    const who = await one()
    const id = await livingIn(s, who, bedId)
    const out = () => post('checkOut', { id, ...leaving })
    await out()
    expect((await post('undoCheckOut', { id })).code).toBe(200)
    expect(await s.stay(id)).toMatchObject({ state: 'checkedIn', isOpen: true, checkOutAt: null, debtCount: 0 })
    await out()
    const another = await reserved(s, await one(), bedId)
    const answer = await post('undoCheckOut', { id })
    expect(rulesOf(answer)).toEqual(['taken'])
    await post('cancel', { ids: [another], reason: '不来了' })
    await setStay(s, id, { checkOutAt: new Date(Date.now() - 25 * HOUR_MS).toISOString(), checkInAt: new Date(Date.now() - 50 * HOUR_MS).toISOString() })
    expect(rulesOf(await post('undoCheckOut', { id }))).toEqual(['late'])
  })
  it('20-DR5 becomes a todo of the building’s managers with a date when the student leaves the school, and nothing else', async () => {
    const added = await s.officer.post<{ id: string; studentNo: string }>('base/student/add', draftOf(s.ids.s2301))
    const who = { id: added.data.id, studentNo: (await s.officer.get<{ studentNo: string }>('base/student/getOne', { id: added.data.id })).data.studentNo }
    const id = await livingIn(s, who, bed())
    await s.db.tx(db => moveStatus(db, { studentId: who.id, to: 'suspended', effectiveDate: today() }))
    expect(await todos(id)).toEqual([{ userId: s.manager.userId, state: 'open', due: day(7) }])
    expect((await s.stay(id)).state).toBe('checkedIn')
    await s.db.tx(db => moveStatus(db, { studentId: who.id, to: 'active', effectiveDate: today() }))
    expect((await todos(id)).map(t => t.state)).toEqual(['cancelled'])
    await s.db.tx(db => moveStatus(db, { studentId: who.id, to: 'withdrawn', effectiveDate: today() }))
    expect((await todos(id)).map(t => t.state)).toEqual(['open'])
    await post('checkOut', { id, reason: 'withdraw', hasKey: true })
    expect((await todos(id)).map(t => t.state)).toEqual(['done'])
    expect(rulesOf(await s.officer.post('dorm/dormStay/register', { studentNo: who.studentNo, bedId: bed(), kind: 'main', plannedIn: today() }))).toEqual(['studentGone'])
  })
  it('20-DR6 shows who never came a week after the day, and takes their beds back together', async () => {
    const stays = await Promise.all((await s.students(3)).map(w => reserved(s, w, bed())))
    const [late, later, fresh] = stays as [string, string, string]
    await setStay(s, late, { plannedIn: day(-7) })
    await setStay(s, later, { plannedIn: day(-30) })
    await setStay(s, fresh, { plannedIn: day(-6) })
    const preview = (await s.officer.get<OutputOf<typeof neverCame>>('dorm/dormStay/neverCame')).data
    expect(preview).toMatchObject({ count: 2, days: 7, before: day(-7) })
    expect((await s.other.get<OutputOf<typeof neverCame>>('dorm/dormStay/neverCame')).data.count).toBe(0)
    const shown = (await s.officer.get<{ result: Array<{ id: string }> }>('dorm/dormStay/list', { state: 'reserved', 'plannedIn.le': preview.before })).data.result.map(r => r.id)
    expect(shown.sort()).toEqual([late, later].sort())
    expect((await post<{ done: number }>('cancel', { ids: shown, reason: '逾期未入住' })).data.done).toBe(2)
    expect((await s.stay(fresh)).state).toBe('reserved')
    expect((await s.stay(late)).state).toBe('cancelled')
  })
  it('20-DR8 empties a year’s rooms after a preview that still holds', async () => {
    const graduates = await s.students(5, { classId: s.ids.s2302 })
    const beds = Array.from({ length: 5 }, bed)
    const stays = await Promise.all(graduates.map((w, i) => livingIn(s, w, beds[i] as string)))
    const which = { grade: 2023, classIds: [s.ids.s2302] }
    const preview = (await s.officer.get<OutputOf<typeof graduationPreview>>('dorm/dormStay/graduationPreview', { grade: 2023, classIds: s.ids.s2302 })).data
    expect(preview.students).toBe(5)
    expect(preview.rooms.reduce((n, r) => n + (r?.leaving ?? 0), 0)).toBe(5)
    expect((await s.manager.get('dorm/dormStay/graduationPreview', which)).code).toBe(403)
    expect(rulesOf(await post('graduate', { ...which, students: 4 }))).toEqual(['changed'])
    expect((await post<{ done: number }>('graduate', { ...which, students: 5 })).data.done).toBe(5)
    expect((await Promise.all(stays.map(id => s.stay(id)))).map(x => [x.state, x.checkOutReason])).toEqual(stays.map(() => ['checkedOut', 'graduate']))
    const ended = await s.db.query<{ stayId: string; reason: string }>(
      sql`select payload->>'stayId' as "stayId", payload->>'reason' as reason from outbox where event = 'dormitory.stayEnded'`,
    )
    expect(ended.filter(e => stays.includes(e.stayId)).map(e => e.reason)).toEqual(stays.map(() => 'graduate'))
  })
  it('reminds students of the day it begins and of its end', async () => {
    const [a, b] = await some(2)
    await s.self(a.id)
    await s.self(b.id)
    const opens = await reserved(s, a, bed())
    const ends = await livingIn(s, b, bed(), { plannedOut: day(7) })
    await remind(s.db)
    expect([await told('checkInOpen', opens), await told('checkOutDue', ends), await told('checkOutDue', opens)]).toEqual([1, 1, 0])
  })
})

describe('what beds are taken', () => {
  it('is counted from open stays alone', async () => {
    const bedIds = Array.from({ length: 3 }, bed)
    const [a, b] = await some(2)
    await livingIn(s, a, bedIds[0] as string)
    await reserved(s, b, bedIds[1] as string, { plannedIn: day(40) })
    expect(await takenStates(bedIds)).toEqual(['occupied', 'reserved'])
    const [row] = await takenCounts(s.db, 'dorm_id', [s.dorms.women])
    const stays = await s.db.query<{ state: string; n: number }>(sql`select state, count(*)::int as n from dorm_stay where dorm_id = ${s.dorms.women} and is_open group by 1`)
    expect([row?.occupied, row?.reserved]).toEqual(['checkedIn', 'reserved'].map(state => stays.find(x => x.state === state)?.n ?? 0))
  })
  it('is listed for each role inside its scope', async () => {
    const total = async (who: Actor) => (await who.get<{ page: { total: number } }>('dorm/dormStay/list', { size: 1 })).data.page?.total
    const all = await s.db.unscoped(dormStay).count()
    const inClass = (
      await s.db.query<{ n: number }>(sql`select count(*)::int as n from dorm_stay x join student t on t.id = x.student_id where t.counselled_class_id = ${s.ids.s2301}`)
    )[0]?.n
    expect([await total(s.officer), await total(s.college), await total(s.manager), await total(s.other)]).toEqual([all, all, all, 0])
    expect(await total(s.fdy)).toBe(inClass)
    expect(inClass).toBeLessThan(all)
    const self = await s.self((await one()).id)
    expect((await self.get('dorm/dormStay/list')).code).toBe(403)
  })
})

describe('a sheet of stays', () => {
  const HEAD = ['学生', '床位', '类别', '计划入住', '入住时间']
  const send = async (lines: string[][]) => {
    const file = await sheet(HEAD, lines)
    const answer = await upload<{ jobId: string }>(s.officer, 'dorm/dormStay/import', file, '住宿.xlsx', { mode: 'upsert' })
    expect(answer.msg).toBe('成功')
    return settled(s.officer, answer.data.jobId)
  }
  it('explains every faulty line and writes none, then all of them, and knows them again', async () => {
    const men = await s.students(40, { genderCode: '1', classId: s.ids.n2301 })
    const woman = await one()
    const names = new Map((await s.db.unscoped(dormBed).all({ dormId: s.dorms.men })).map(b => [b.id, b.fullName ?? '']))
    const bedName = (n: number): string => names.get(s.beds.men[n] ?? '') ?? ''
    const line = (n: number): string[] => [men[n]?.studentNo ?? '', bedName(n), '常住', day(-30), `${day(-30)} 10:00`]
    const good = Array.from({ length: 36 }, (_, n) => line(n))
    const locked = s.beds.men[45] as string
    await s.db.update(dormBed, locked, { lockReason: '漏水' })
    const bad = [
      [woman.studentNo, bedName(40), '常住', day(-30), ''],
      [men[36]?.studentNo ?? '', bedName(0), '常住', day(-30), ''],
      [men[37]?.studentNo ?? '', names.get(locked) ?? '', '常住', day(-30), ''],
      [men[38]?.studentNo ?? '', bedName(41), '常住', day(-1), `${day(1)} 10:00`],
      ['X999999', bedName(42), '常住', day(-30), ''],
    ]
    const job = await send([...good, ...bad])
    expect([job.state, job.bad]).toEqual(['invalid', 5])
    expect(job.errors.map(e => e.rule.split('.').at(-1)).sort()).toEqual(['bedLocked', 'futureCheckIn', 'gender', 'refMissing', 'takenInFile'].sort())
    expect(await s.db.unscoped(dormStay).count({ dormId: s.dorms.men })).toBe(0)
    const right = await send(good)
    expect(right).toMatchObject({ toAdd: 36, bad: 0 })
    expect((await commit(s.officer, right)).state).toBe('done')
    expect(await s.db.unscoped(dormStay).count({ dormId: s.dorms.men, state: 'checkedIn', source: 'import' })).toBe(36)
    // matching lines are no error, and residents are not moved by import
    const moved = await send([[men[0]?.studentNo ?? '', bedName(44), '常住', day(-30), `${day(-30)} 10:00`], ...good.slice(1)])
    expect(moved.errors.map(e => e.rule.split('.').at(-1))).toEqual(['hasLived'])
  })
})
