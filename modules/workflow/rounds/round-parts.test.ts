import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import * as students from '#modules/student/testing.ts'
import { expectLedger } from '#testing/ledger.ts'
import type { errandRoundActions } from '#testing/modules/errand/model/errand.ts'
import type { Actor } from '#testing/school.ts'
import { holdSeat, returnSeat, useSeat } from '../server/api.ts'
import { type FlowSchool, flowSchool, rule } from '../testing.ts'
import { seatBalance, seatLedger } from './model/round-quota.ts'

let s: FlowSchool
beforeAll(async () => {
  s = await flowSchool(students)
})
afterAll(() => s.close())

type Seats = OutputOf<typeof errandRoundActions.seats>
type Qualify = OutputOf<typeof errandRoundActions.qualify>
async function round(more: Record<string, unknown> = {}, who: Actor = s.officer): Promise<string> {
  const [beginTime, endTime] = [-1, 100].map(hours => new Date(Date.now() + hours * HOUR_MS).toISOString())
  const answer = await who.post<{ id: string }>('errand/errandRound/add', {
    name: '外出批次',
    beginTime,
    endTime,
    audience: { roles: ['student'] },
    ownerDepartmentId: s.ids.info,
    ...more,
  })
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
const seats = (id: string, who: Actor = s.officer) => who.get<Seats>('errand/errandRound/seats', { id })
const allot = (id: string, quotas: Array<{ holder: string; was: number; issued: number }>, who: Actor = s.officer) =>
  who.post<{ changed: number }>('errand/errandRound/allot', { id, quotas, reason: '按在校人数分配' })
const holderOf = async (id: string, holder: string) => (await seats(id)).data.holders.find(h => h?.holder === holder)
const seat = (roundId: string, holder: string, sourceId: string = crypto.randomUUID(), sourceSeq = 1) => ({ roundId, holder, sourceType: 'errand', sourceId, sourceSeq })

expectLedger(seatLedger, { school: () => s, newAccount: async () => (await s.db.insert(seatBalance, { roundId: crypto.randomUUID(), holder: '*' } as never)).id })
describe('the seats of a round', () => {
  it('are a ledger: issued, held, used and returned by college, with who did it and why', async () => {
    const id = await round()
    const { info, art } = s.ids
    expect(
      (
        await allot(
          id,
          [info, art].map(holder => ({ holder, was: 0, issued: 5 })),
        )
      ).data.changed,
    ).toBe(2)
    const mine = crypto.randomUUID()
    await holdSeat(s.db, seat(id, info, mine))
    await useSeat(s.db, seat(id, info, mine, 2))
    await returnSeat(s.db, seat(id, info, mine, 3))
    await holdSeat(s.db, seat(id, info))
    expect(await holderOf(id, info)).toMatchObject({ name: '信息工程学院', issued: 5, held: 1, used: 0, returned: 1, free: 4 })
    const { entries } = (await seats(id)).data
    expect(entries.map(e => e?.kind)).toEqual(['hold', 'return', 'use', 'hold', 'issue', 'issue'])
    expect(entries.at(-1)).toMatchObject({ amount: 5, by: '李主任', note: '按在校人数分配' })
  })
  it('are not taken below what is held and used, not shared out twice from the same page, and all or none of them change', async () => {
    const id = await round()
    const { info, art } = s.ids
    await allot(id, [{ holder: info, was: 0, issued: 3 }])
    await holdSeat(s.db, seat(id, info))
    await holdSeat(s.db, seat(id, info))
    const below = await allot(id, [
      { holder: art, was: 0, issued: 9 },
      { holder: info, was: 3, issued: 1 },
    ])
    expect(rule(below)).toContain('below')
    expect(below.errors[0]?.msg).toBe('信息工程学院的名额不能少于已占和已用的：已占 2 个，已用 0 个，要改为 1 个')
    expect((await holderOf(id, art))?.issued).toBe(0)
    expect(rule(await allot(id, [{ holder: info, was: 0, issued: 8 }]))).toContain('stale')
    expect((await allot(id, [{ holder: info, was: 0, issued: 3 }])).data.changed).toBe(0)
    expect(
      rule(
        await allot(
          id,
          [info, info].map(holder => ({ holder, was: 3, issued: 4 })),
        ),
      ),
    ).toContain('twice')
  })
  it('are never overdrawn while some take them and others share them out anew', async () => {
    const id = await round()
    const { info } = s.ids
    await allot(id, [{ holder: info, was: 0, issued: 10 }])
    await Promise.allSettled([...Array.from({ length: 12 }, () => holdSeat(s.db, seat(id, info))), ...[4, 6].map(issued => allot(id, [{ holder: info, was: 10, issued }]))])
    const [row] = await s.db.query<{ issued: number; held: number; told: number }>(sql`select b.issued, b.held,
      (select sum(amount)::int from seat_entry e where e.account_id = b.id and e.kind = 'issue') as told from seat_balance b where b.round_id = ${id}`)
    expect(row?.told).toBe(row?.issued)
    expect([4, 6, 10]).toContain(row?.issued)
    expect(row?.held).toBeLessThanOrEqual(row?.issued ?? 0)
    expect(row?.held).toBe((await s.db.query(sql`select 1 from seat_entry e join seat_balance b on b.id = e.account_id where b.round_id = ${id} and e.kind = 'hold'`)).length)
  })
  it('come along when the round is copied, without what became of them', async () => {
    const id = await round()
    await allot(id, [{ holder: s.ids.info, was: 0, issued: 4 }])
    await holdSeat(s.db, seat(id, s.ids.info))
    const [beginTime, endTime] = [1, 9].map(hours => new Date(Date.now() + hours * HOUR_MS).toISOString())
    const copy = (await s.officer.post<{ id: string }>('errand/errandRound/copy', { id, name: '下一批', beginTime, endTime })).data.id
    expect(await holderOf(copy, s.ids.info)).toMatchObject({ issued: 4, held: 0, used: 0, free: 4 })
    expect((await seats(copy)).data.entries.map(e => [e?.kind, e?.amount])).toEqual([['issue', 4]])
  })
  it('are shared out and seen within one’s scope only', async () => {
    const id = await round()
    expect((await seats(id, s.college)).data.holders.map(h => h?.holder)).toEqual([s.ids.info])
    expect((await seats(id)).data.holders.map(h => h?.holder)).toEqual(['*', s.ids.info, s.ids.art])
    expect(rule(await allot(id, [{ holder: s.ids.art, was: 0, issued: 1 }], s.college))).toContain('unknown')
    expect((await seats(await round({ ownerDepartmentId: s.ids.art }), s.college)).code).toBe(404)
    expect([(await seats(id, s.student)).code, (await allot(id, [{ holder: s.ids.info, was: 0, issued: 1 }], s.fdy)).code]).toEqual([403, 403])
  })
})

describe('who would qualify', () => {
  it('10-W20 is told before the round by college, with the condition that fails and its value, and never beyond one’s scope', async () => {
    const young = (await s.officer.post<{ id: string }>('base/student/add', students.draftOf(s.ids.n2301))).data.id
    await students.selfOf(s, young)
    await s.db.query(sql`update stu_class set grade = 2022 where id = ${s.ids.a2301}`)
    await s.db.query(
      sql`update sys_user u set department_id = x.department_id from student x where u.tenant_id = ${s.tenantId} and x.tenant_id = u.tenant_id and x.id = u.student_id`,
    )
    const id = await round()
    const ask = (more: Record<string, unknown> = {}, who: Actor = s.officer) => who.get<Qualify>('errand/errandRound/qualify', { id, ...more })
    const { data } = await ask()
    expect([data.total, data.met]).toEqual([3, 2])
    expect(data.colleges.map(c => [c?.name, c?.total, c?.met])).toEqual([
      ['信息工程学院', 2, 2],
      ['艺术设计学院', 1, 0],
    ])
    expect(data.conditions).toEqual([{ name: '年级', says: '年级不少于 2023', isFrozen: false, failed: 1 }])
    expect((await ask({ failing: '年级' })).data.people).toMatchObject([{ place: '视觉2301', isMet: false, why: ['年级不少于 2023（现为 2022）'] }])
    expect((await ask({ college: s.ids.info })).data.found).toBe(2)
    expect((await ask({}, s.college)).data.total).toBe(2)
    expect((await ask({}, s.fdy)).code).toBe(403)
    expect(await s.db.query(sql`select 1 from todo where biz_id = ${id}`)).toEqual([])
  })
})
