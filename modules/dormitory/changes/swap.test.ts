import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { warningFacts } from '#testing/warning-facts.ts'
import { dormRoom } from '../places/model/places.ts'
import { rulesOf } from '../places/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { changeApplication } from './model/application.ts'
import type { swapBoard } from './model/board-actions.ts'
import { endUnanswered, executeDue } from './server/jobs.ts'
import { type ChangeSchool, changeSchool, form, swapWith } from './testing.ts'

let s: ChangeSchool
let mei: Resident
let yun: Resident
let lan: Resident
let hao: Resident
beforeAll(async () => {
  s = await changeSchool()
  ;({ mei, yun, lan, hao } = s)
})
afterAll(() => s.close())
beforeEach(() => s.clear())

describe('a swap', () => {
  it('20-DM2 waits for the other, who answers on their phone; a refusal needs no reason and nobody who decides sees it', async () => {
    const made = await s.applied(mei, swapWith(lan))
    expect([made.state, made.instanceId, await s.instanceOf(made.id)]).toEqual(['waitingPeer', null, ''])
    const asked = (await lan.actor.get<Array<OutputOf<typeof changeApplication.mine>>>('dorm/dormChange/mine')).data[0]
    expect(asked).toMatchObject({ id: made.id, isPeer: true, can: ['answer'], reason: null, detail: null, other: mei.name })
    expect((await s.told('dormitory.swapAsked')).filter(h => h.bizId === made.id)).toHaveLength(1)
    expect([(await s.answer(yun, made.id, true)).code, (await s.answer(lan, made.id, false)).data.state]).toEqual([404, 'lapsed'])
    const next = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const card = (await s.fdy.get<OutputOf<typeof changeApplication.card>>('dorm/dormChange/card', { id: next.id })).data
    expect(card.earlier.some(e => e?.id === made.id)).toBe(false)
    expect((await lan.actor.get<Array<OutputOf<typeof changeApplication.mine>>>('dorm/dormChange/mine')).data).toEqual([])
    expect((await s.told('dormitory.changeLapsed')).filter(h => h.bizId === made.id).map(h => JSON.stringify(h))).toEqual([expect.stringContaining('没有确认')])
  })
  it('20-DM2 gives the other something to do until it is answered, withdrawn or over', async () => {
    const todos = async () =>
      (
        await s.db.query<{ state: string; due: boolean }>(
          sql`select state, due_at is not null as due from todo where user_id = ${lan.actor.userId} and biz_type = 'dormChange' and node = 'peer' order by created_at`,
        )
      ).map(t => t.state)
    const made = await s.applied(mei, swapWith(lan))
    expect((await todos()).at(-1)).toBe('open')
    expect((await s.answer(lan, made.id, true)).code).toBe(200)
    expect((await todos()).at(-1)).toBe('done')
    await s.clear()
    const next = await s.applied(mei, swapWith(lan))
    expect((await todos()).at(-1)).toBe('open')
    expect((await mei.actor.post('dorm/dormChange/withdraw', { id: next.id })).code).toBe(200)
    expect((await todos()).every(state => state !== 'open')).toBe(true)
  })
  it('20-DM2 lapses after forty-eight hours without an answer', async () => {
    const made = await s.applied(mei, swapWith(lan))
    expect([await endUnanswered(s.db, Date.now() + 47 * HOUR_MS), await endUnanswered(s.db, Date.now() + 49 * HOUR_MS)]).toEqual([0, 1])
    expect([(await s.row(made.id)).state, rulesOf(await s.answer(lan, made.id, true))]).toEqual(['lapsed', ['state']])
  })
  it('20-DM3 is carried out in one transaction: both beds change hands, whoever was head of a room they left is it no more', async () => {
    const made = await s.applied(mei, swapWith(lan))
    expect((await s.answer(lan, made.id, true)).code).toBe(200)
    await s.agreed(made.id)
    const [room] = await s.db.unscoped(dormRoom).all({ dormId: s.dorms.women, roomNo: '101' })
    await s.db.update(dormRoom, room?.id ?? '', { headStudentId: mei.id })
    await s.dueToday(made.id)
    expect((await s.execute(s.manager, made.id)).data).toEqual({ done: 1 })
    expect([await s.livesIn(mei), await s.livesIn(lan)]).toEqual([[lan.bedId], [mei.bedId]])
    expect((await s.db.unscoped(dormRoom).one(room?.id ?? '')).headStudentId).toBeNull()
    await s.server.settle()
    expect(s.moved.filter(m => m.studentId === mei.id).at(-1)).toEqual({
      event: 'dormitory.roomChanged',
      studentId: mei.id,
      fromBedId: mei.bedId,
      toBedId: lan.bedId,
      cause: 'swap',
    })
    expect((await s.stay(mei.stayId)).checkOutReason).toBe('change')
    // 60-EW: a change at their own wish counts for both
    const changes = (who: { id: string }) => warningFacts(s.db, 'dormitory.roomChange', who.id, addDays(today(), -30))
    expect([await changes(mei), await changes(lan), await changes(hao)]).toEqual([[1], [1], []])
    await s.server.settle()
    expect((await s.told('dormitory.changeDone')).filter(h => h.bizId === made.id)).toHaveLength(2)
  })
  it('20-DM3 is refused naming the other’s state when a desk has checked them out, and one keeps one’s bed', async () => {
    const made = await s.applied(mei, swapWith(lan))
    await s.answer(lan, made.id, true)
    await s.agreed(made.id)
    await s.dueToday(made.id)
    const [left, done] = await Promise.all([
      s.officer.post('dorm/dormStay/checkOut', { id: lan.stayId, reason: 'withdraw', hasKey: true, withDebts: true }),
      s.execute(s.manager, made.id),
    ])
    if (done.code === 200) {
      // the desk came second: its stay was ended by the change
      expect([left.code, await s.livesIn(mei)]).toEqual([422, [lan.bedId]])
      return
    }
    expect([left.code, rulesOf(done), done.msg]).toEqual([200, ['left'], expect.stringMatching(new RegExp(`${lan.name}.*已退宿`))])
    expect([await s.livesIn(mei), await s.livesIn(lan), (await s.row(made.id)).state]).toEqual([[mei.bedId], [], 'approved'])
    // the job finds its basis gone
    await executeDue(s.db)
    expect([(await s.row(made.id)).state, await s.livesIn(mei)]).toEqual(['lapsed', [mei.bedId]])
  })
  it('is refused with somebody of the other sex, oneself, and whoever’s number and name do not fit', async () => {
    expect(rulesOf(await s.apply(mei, swapWith(hao)))).toEqual(['peerGender'])
    expect(rulesOf(await s.apply(mei, swapWith(mei)))).toContain('peerSelf')
    expect(rulesOf(await s.apply(mei, swapWith({ ...lan, name: '别人' })))).toEqual(['peerUnknown'])
  })
})

describe('the swap board', () => {
  const board = async (who: Resident) => (await who.actor.get<OutputOf<typeof swapBoard>>('dorm/swapPost/board')).data
  const post = (who: Resident, given: object = {}) => who.actor.post<{ id: string }>('dorm/swapPost/post', { dormIds: [], ...given })
  const want = (who: Resident, id: string) => who.actor.post<{ isMutual: boolean }>('dorm/swapPost/want', { id, wants: true })
  it('shows beds without names to one’s own sex, those that fit both ways first, and names once both would', async () => {
    const [a, b, c] = [(await post(mei, { floors: 'low' })).data.id, (await post(lan, { roomType: 'four' })).data.id, (await post(yun, { floors: 'high' })).data.id]
    await post(hao)
    const seen = await board(mei)
    expect(seen.posts.map(p => [p?.id, p?.isMatch, p?.name, p?.bed])).toEqual([
      [b, true, null, null],
      [c, false, null, null],
    ])
    expect(JSON.stringify(seen.posts)).not.toMatch(new RegExp(`${lan.studentNo}|${lan.id}`))
    // both at once: one is told at once that it is mutual, and both are notified
    await want(mei, b)
    expect((await mei.actor.post('dorm/swapPost/want', { id: b, wants: false })).code).toBe(200)
    const wished = await s.db.query<{ action: string }>(
      sql`select action from operation_log where tenant_id = ${s.tenantId} and biz_type = 'swapWish' and user_id = ${mei.actor.userId} order by action`,
    )
    expect(wished.map(w => w.action)).toEqual(['add', 'remove'])
    const pressed = await Promise.all([want(mei, b), want(lan, a)])
    expect(pressed.map(p => p.data.isMutual).sort()).toEqual([false, true])
    expect((await s.told('dormitory.swapMatched')).map(h => h.bizId).sort()).toEqual([a, b].sort())
    expect([(await board(mei)).posts[0]?.name, (await board(lan)).posts[0]?.name, (await board(yun)).posts.every(p => p?.name === null)]).toEqual([lan.name, mei.name, true])
    expect((await s.apply(mei, swapWith(lan))).code).toBe(200)
    expect([rulesOf(await want(mei, (await board(hao)).mine?.id ?? '')), rulesOf(await post(mei, { note: '打 13985001234' }))]).toEqual([['gone'], ['personal']])
    expect((await lan.actor.post('dorm/swapPost/takeDown', {})).code).toBe(200)
    expect((await board(mei)).posts.map(p => p?.id)).toEqual([c])
  })
})
