import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import { approveAs } from '../stays/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import { type civilisedQuotaActions, civilisedRoom, civilisedRound } from './model/civilised.ts'
import type { myCivilised } from './model/civilised-actions.ts'
import { draftViolations } from './server/violation.ts'
import { type CheckSchool, checkedSchool, NOW } from './testing.ts'

let s: CheckSchool
beforeAll(async () => {
  s = await checkedSchool()
})
afterAll(() => s.close())

describe('the civilised dormitory', () => {
  let roundId: string
  const apply = (who: { actor: Actor }) => who.actor.post<{ id: string }>('dorm/civilisedRoom/apply', { roundId })
  const own = async (who: { actor: Actor }) => (await who.actor.get<Array<OutputOf<typeof myCivilised>>>('dorm/civilisedRoom/mine')).data.find(r => r.roundId === roundId)
  async function agree(id: string): Promise<Answer<unknown>> {
    const [instance] = await s.db.query<{ id: string }>(sql`select id from process_instance where tenant_id = ${s.tenantId} and biz_id = ${id} order by started_at desc limit 1`)
    await approveAs(s.fdy, instance?.id ?? '')
    await approveAs(s.college, instance?.id ?? '')
    return approveAs(s.officer, instance?.id ?? '')
  }
  /** A violation that was asked about, not disputed, and confirmed. */
  async function violated(who: Resident, level: 'ordinary' | 'serious'): Promise<void> {
    const source = { sourceType: 'dormPatrol' as const, sourceId: crypto.randomUUID(), sourceSeq: '1' }
    const [id] = await s.db.tx(db => draftViolations(db, [{ studentId: who.id, type: 'openFire', level, at: new Date().toISOString(), details: '酒精炉', ...source }]))
    await s.fdy.post('dorm/dormViolation/ask', { ids: [id] })
    await who.actor.post('dorm/dormViolation/waive', { id })
    expect((await s.fdy.post('dorm/dormViolation/confirm', { id, level, decision: '属实' })).code).toBe(200)
  }
  it('20-DI11 takes rooms that meet every condition, one application a room, as far as the college has places', async () => {
    const { id } = (
      await s.officer.post<{ id: string }>('dorm/civilisedRound/add', {
        name: '本学期文明寝室',
        beginTime: new Date(NOW - HOUR_MS).toISOString(),
        endTime: new Date(NOW + 2 * HOUR_MS).toISOString(),
        audience: { roles: ['student'] },
        from: day(-30),
        to: today(),
        minMean: 90,
        minSingle: 75,
        quotaPercent: 15,
        noticeWorkdays: 1,
      })
    ).data
    roundId = id
    await s.publish('civilisedRound', id)
    expect(rulesOf(await apply(s.student(1)))).toEqual(['unchecked'])
    expect(rulesOf(await apply(s.student(4)))).toEqual(['mean'])
    expect((await own(s.student(4)))?.problem).toContain('低于 90 分')
    await violated(s.student(0), 'ordinary')
    expect(rulesOf(await apply(s.student(0)))).toEqual(['violation'])
    const both = await Promise.all([apply(s.student(3)), apply(s.student(3, 1))])
    expect(both.map(b => b.code).toSorted()).toEqual([200, 422])
    const title = both.find(b => b.code === 200)?.data.id ?? ''
    const fifth = (await apply(s.student(5))).data.id
    expect((await agree(title)).code).toBe(200)
    const over = await agree(fifth)
    expect([over.code, over.msg.includes('共 1 个，已占 0 个，已用 1 个')]).toEqual([422, true])
    expect((await s.db.unscoped(civilisedRoom).one(fifth)).state).toBe('pending')
  })
  it('20-DI11 stands after a public notice, is told to others, and is lost by a serious violation', async () => {
    const publicise = () => s.officer.post<{ rooms: number }>('dorm/civilisedRound/publicise', { id: roundId })
    expect(rulesOf(await publicise())).toEqual(['stillOpen'])
    await s.db.query(sql`update civilised_round set end_time = now() - interval '1 minute' where tenant_id = ${s.tenantId} and id = ${roundId}`)
    expect(rulesOf(await publicise())).toEqual(['waiting'])
    await s.db.query(sql`update civilised_room set state = 'rejected' where tenant_id = ${s.tenantId} and state = 'pending'`)
    expect((await publicise()).data.rooms).toBe(1)
    const state = async () => (await s.db.unscoped(civilisedRoom).find({ roundId, roomId: s.rooms[3] as string }))?.state
    expect(await state()).toBe('publicised')
    const { noticeId } = await s.db.unscoped(civilisedRound).one(roundId)
    await s.db.query(sql`update public_notice_line set state = 'cleared' where tenant_id = ${s.tenantId} and notice_id = ${noticeId}`)
    await s.db.emit('publicNotice.ended', { noticeId, roundId })
    await expect.poll(state).toBe('awarded')
    await expect
      .poll(() => s.heard.find(h => h.event === 'dormitory.civilisedAwarded'))
      .toMatchObject({ roomId: s.rooms[3], roundId, studentIds: [s.student(3).id, s.student(3, 1).id].toSorted() })
    await violated(s.student(3), 'serious')
    expect(await state()).toBe('lost')
    const seats = await s.officer.get<OutputOf<typeof civilisedQuotaActions.seats>>('dorm/civilisedRound/seats', { id: roundId })
    expect(seats.data.entries.map(e => [e?.kind, e?.amount])).toEqual([
      ['return', 1],
      ['use', 1],
      ['hold', 1],
      ['issue', 1],
    ])
    expect(seats.data.holders.filter(h => h?.issued)).toMatchObject([{ issued: 1, held: 0, used: 0, returned: 1, free: 1 }])
  })
})
