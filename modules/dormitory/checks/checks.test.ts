import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import type { checkSheet, myCheckTasks } from './model/actions.ts'
import { checkRecord, checkTask } from './model/record.ts'
import type { checkBoard, weekSummary } from './model/staff-actions.ts'
import { recheck } from './server/rechecks.ts'
import { publishWeek } from './server/weeks.ts'
import { type CheckSchool, checkSchool, NOW, sheet } from './testing.ts'

let s: CheckSchool
beforeAll(async () => {
  s = await checkSchool()
})
afterAll(() => s.close())

const monday = addDays(mondayOf(today()), 7)
const nextMonday = Date.parse(`${monday}T08:01:00+08:00`)

describe('a task', () => {
  it('20-DI4 shows its rooms to its checkers and to nobody else, without names where it is blind', async () => {
    const read = (by: Actor, id = s.taskId) => by.get<OutputOf<typeof checkSheet>>('dorm/checkTask/sheet', { id })
    const seen = await read(s.manager)
    expect(seen.data.rooms.map(r => r?.id)).toEqual(s.rooms)
    expect(seen.data.rooms[0]?.occupants.map(o => [o?.bedNo, typeof o?.name])).toEqual([
      [1, 'string'],
      [2, 'string'],
    ])
    expect((await read(s.student(1).actor)).data.rooms.filter(r => r?.isOwn).map(r => r?.id)).toEqual([s.rooms[1]])
    expect([(await read(s.fdy)).code, (await read(s.student(0).actor)).code]).toEqual([404, 404])
    const blind = await s.newTask({ blind: true, scopeKind: 'sample', samplePercent: 34, seed: 7 })
    await s.publish('checkTask', blind)
    const names = JSON.stringify((await read(s.manager, blind)).data.rooms.map(r => r?.occupants))
    expect(names).not.toMatch(/[一-鿿]/)
    const again = await s.newTask({ scopeKind: 'sample', samplePercent: 34, seed: 7 })
    await s.publish('checkTask', again)
    const drawn = (await read(s.manager, blind)).data.rooms.map(r => r?.id)
    expect(drawn).toHaveLength(3)
    expect((await read(s.manager, again)).data.rooms.map(r => r?.id)).toEqual(drawn)
    const own = (await s.manager.get<Array<OutputOf<typeof myCheckTasks>>>('dorm/checkTask/mine')).data
    expect(own.find(t => t.id === s.taskId)).toMatchObject({ rooms: 6, done: 0, phase: 'open' })
    expect((await s.fdy.get<unknown[]>('dorm/checkTask/mine')).data).toEqual([])
  })
  it('of two phones that send a room at once keeps one record with both checkers, and a sheet sent twice changes nothing', async () => {
    const room = s.rooms[0] as string
    const answers = await Promise.all([
      s.score(s.manager, sheet(room, [['floor', '有垃圾', null]])),
      s.score(
        s.other,
        sheet(room, [
          ['floor', '有垃圾', null],
          ['bed', '被子未叠', 1],
        ]),
      ),
    ])
    expect(answers.map(a => a.code)).toEqual([200, 200])
    const [row, ...more] = await s.db.unscoped(checkRecord).all({ taskId: s.taskId, roomId: room })
    expect([more.length, row?.roomScore, row?.publicScore, row?.checkerIds?.toSorted()]).toEqual([0, 92.5, 45, [s.manager.userId, s.other.userId].toSorted()])
    const once = sheet(room, [['floor', '有垃圾', null]])
    expect((await s.first(s.manager, once))?.roomScore).toBe(92.5)
    expect((await s.first(s.manager, once))?.checkers).toBe(2)
    await expect(s.db.insert(checkRecord, { ...row, id: undefined, version: undefined, createdAt: undefined, updatedAt: undefined } as never)).rejects.toThrow()
  })
  it('takes no photo of more than 10 MB', async () => {
    const [photo] = await s.db.query<{ id: string }>(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id)
      values (${s.tenantId}, '地面.jpg', 'jpg', ${11 * 2 ** 20}, 'x', 'b', 'k', 'image/jpeg', ${s.manager.userId}) returning id`)
    const answer = await s.score(s.manager, sheet(s.rooms[4] as string, [], { photos: [photo?.id] }))
    expect([answer.code, rulesOf(answer), await s.record(4)]).toEqual([422, ['tooLarge'], undefined])
  })
  it('20-DI4 takes a building’s sheets together, and answers room by room what it cannot take: own room, other rooms, too much, no photo, wrong bed', async () => {
    const [, , third, fourth] = s.rooms as [string, string, string, string]
    const { results } = (await s.score(s.student(1).actor, sheet(s.rooms[1] as string), sheet(third, [['walls', '有灰尘蛛网', null]]), sheet(fourth, [['bed', '被子未叠', 4]])))
      .data
    const by = new Map(results.map(r => [r?.roomId, r]))
    expect(by.get(s.rooms[1] as string)?.problem).toContain('是你自己的房间')
    expect(by.get(third)).toMatchObject({ problem: null, roomScore: 97 })
    expect(by.get(fourth)?.problem).toContain('4 号床没有住人')
    expect(await s.record(1)).toBeUndefined()
    const problem = async (given: unknown) => (await s.first(s.manager, given))?.problem
    expect(
      await problem(
        sheet(fourth, [
          ['floor', '有垃圾', null],
          ['floor', '堆放杂物', null],
          ['floor', '有灰尘或水渍', null],
        ]),
      ),
    ).toBeNull()
    expect(await problem(sheet(fourth, [['floor', '没有这一项', null]]))).toContain('不在检查方案里')
    expect(await problem({ ...sheet(fourth), marks: [{ item: 'floor', step: '有垃圾', bedNo: null, times: 4 }] })).toContain('超过满分 15')
    expect(await problem(sheet(fourth, [['appliance', null, 1]]))).toContain('要有照片')
    expect(await problem(sheet(fourth, [['bed', '被子未叠', null]]))).toContain('要选是哪张床')
    expect(await problem(sheet(fourth, [], { at: new Date(NOW - 5 * HOUR_MS).toISOString() }))).toContain('不在任务时间')
    expect(await problem(sheet(crypto.randomUUID()))).toContain('不在“')
    expect((await s.score(s.fdy, sheet(fourth))).code).toBe(404)
    expect((await s.record(3))?.roomScore).toBe(87)
  })
  it('leaves a room that was locked unscored, and one that refused until a second checker was refused, too', async () => {
    const room = s.rooms[4] as string
    expect(await s.first(s.manager, sheet(room, [], { noOneIn: true }))).toMatchObject({ isValid: false, roomScore: null })
    expect(await s.first(s.manager, sheet(room, [], { refused: true }))).toMatchObject({ isValid: false, roomScore: null })
    expect(await s.first(s.other, sheet(room, [], { refused: true }))).toMatchObject({ isValid: true, roomScore: 0, grade: 'fail' })
  })
  it('20-DI1 leaves whoever is excused tonight out of the mean', async () => {
    await s.db.query(
      sql`insert into presence_exception (tenant_id, student_id, "from", "to", reason) values (${s.tenantId}, ${s.student(5).id}, ${day(-1)}, ${day(3)}, 'internship')`,
    )
    expect(
      await s.first(
        s.manager,
        sheet(s.rooms[5] as string, [
          ['bed', '被子未叠', 1],
          ['bed', '床上堆放杂物', 2],
        ]),
      ),
    ).toMatchObject({ roomScore: 95 })
  })
  it('stands on the card of the room as its last score', async () => {
    const scored = (await s.db.unscoped(checkRecord).all({ isValid: true }, { sort: ['-checkedAt'], limit: 50 })).find(r => r.roomScore !== null)
    const card = await s.officer.get<{ notes: Array<{ label: string; text: string }> }>('dorm/dormRoom/card', { id: scored?.roomId })
    expect(card.data.notes).toContainEqual({ label: '最近检查', text: expect.stringContaining(`${scored?.roomScore} 分`) })
  })
  it('counts by building and by checker for whoever runs it', async () => {
    const { data } = await s.officer.get<OutputOf<typeof checkBoard>>('dorm/checkTask/board', { id: s.taskId })
    expect(data).toMatchObject({ rooms: 6, done: 5, failed: 1, invalid: 0 })
    expect(data.checkers.map(c => c?.name)).toContain('何文博')
    expect([(await s.manager.get('dorm/checkTask/board', { id: s.taskId })).code, (await s.officer.get('dorm/checkTask/board', { id: crypto.randomUUID() })).code]).toEqual([
      403, 404,
    ])
  })
})
describe('a week', () => {
  it('20-DI3 is published once on Monday at eight, ranks what was checked, and leaves the rest without a place', async () => {
    const at = (ms: number) => s.db.tx(db => publishWeek(db, ms))
    expect(await at(nextMonday - 2 * 60_000)).toBe(0)
    const both = await Promise.all([at(nextMonday), at(nextMonday)])
    expect(both.toSorted()).toEqual([0, 5])
    const ranks = await s.db.query<{ room: string; score: number | null; rank: number | null }>(
      sql`select room_id as room, score::float8 as score, rank from check_week where tenant_id = ${s.tenantId} and level = 'room' order by rank nulls last, score desc`,
    )
    expect(ranks.map(r => [r.score, r.rank])).toEqual([
      [97, 1],
      [95, 2],
      [92.5, 3],
      [87, 4],
      [0, 5],
      [null, null],
    ])
    const weekOfTask = mondayOf(today())
    await expect.poll(() => s.heard.filter(h => h.event === 'dormitory.weekScored').length).toBe(5)
    expect(s.heard.find(h => h.roomId === s.rooms[2])).toMatchObject({ week: weekOfTask, score: 97, studentIds: [s.student(2, 0).id, s.student(2, 1).id].toSorted() })
    expect(await s.told('dormitory.weekScored')).toHaveLength(5)
    const summary = async (by: Actor) => (await by.get<OutputOf<typeof weekSummary>>('dorm/checkWeek/summary')).data
    expect(await summary(s.officer)).toMatchObject({ week: weekOfTask, rooms: 6, checked: 5, failed: 1 })
    expect((await summary(s.other)).rooms).toBe(0)
    const list = async (by: Actor, level: string) => (await by.get<{ result: Array<{ score: number }> }>('dorm/checkWeek/list', { level })).data.result.length
    expect([await list(s.manager, 'room'), await list(s.other, 'room'), await list(s.fdy, 'class'), await list(s.college, 'college')]).toEqual([6, 0, 1, 1])
  })
  it('20-DI3 lets a room object for two days, to somebody who did not check it, and counts the week anew', async () => {
    const id = await s.idOf(3)
    const object = (by: Actor) => by.post('dorm/checkRecord/object', { id, reason: '检查时正在打扫，请复核' })
    expect((await object(s.student(2).actor)).code).toBe(404)
    expect((await object(s.student(3).actor)).code).toBe(200)
    expect(rulesOf(await object(s.student(3, 1).actor))).toEqual(['twice'])
    const answer = (by: Actor, dropped: string[]) => by.post<{ roomScore: number; objectionState: string }>('dorm/checkRecord/answer', { id, dropped, answer: '已核对' })
    expect(rulesOf(await answer(s.manager, []))).toEqual(['own'])
    expect((await answer(s.other, [])).code).toBe(404)
    expect(rulesOf(await answer(s.officer, ['没有']))).toEqual(['unknown'])
    expect((await answer(s.officer, ['floor|有垃圾|'])).data).toMatchObject({ roomScore: 92, objectionState: 'changed' })
    expect(rulesOf(await answer(s.officer, []))).toEqual(['notOpen'])
    await expect.poll(() => s.heard.some(h => h.event === 'dormitory.weekScored' && h.roomId === s.rooms[3] && h.score === 92)).toBe(true)
    expect(await s.told('dormitory.checkObjectionAnswered')).toHaveLength(1)
    const seen = (await s.mine(s.student(3).actor)).data
    expect(seen.records[0]).toMatchObject({ roomScore: 92, objectionState: 'changed', objectUntil: null, objectionAnswer: '已核对' })
    expect(seen.weeks[0]).toMatchObject({ score: 92, rank: 4 })
    expect(seen.gains.map(g => g?.item)).toContain('地面')
    // roommates' deductions are hidden
    expect(JSON.stringify((await s.mine(s.student(0, 1).actor)).data.records)).not.toContain('被子未叠')
    expect(JSON.stringify((await s.mine(s.student(0).actor)).data)).toContain('被子未叠')
    // default items are translated
    const english = await s.student(0).actor.get('dorm/checkRecord/mine', {}, { 'accept-language': 'en' })
    expect(english.raw.toString()).toContain('quilt not folded')
    expect(english.raw.toString()).not.toContain('被子未叠 −')
  })
  it('20-DI5 looks again at what failed, once, within three days and with the same people', async () => {
    expect(await s.db.tx(db => recheck(db))).toBe(1)
    expect(await s.db.tx(db => recheck(db))).toBe(0)
    const again = await s.db.unscoped(checkTask).find({ recheckOf: s.taskId })
    expect(again).toMatchObject({ state: 'published', roomCount: 1, audienceCount: 3 })
    expect(today(new Date(again?.endTime ?? 0))).toBe(addDays(today(), 3))
    expect(await s.told('dormitory.checkFailed')).toHaveLength(1)
    const sheetOf = await s.manager.get<OutputOf<typeof checkSheet>>('dorm/checkTask/sheet', { id: again?.id })
    expect(sheetOf.data.rooms.map(r => r?.id)).toEqual([s.rooms[4]])
  })
})
