import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { refused } from '../places/testing.ts'
import { remind } from './server/reminders.ts'
import { type Chooser, type ClaimSchool, claimSchool } from './testing.ts'

let s: ClaimSchool
beforeAll(async () => {
  s = await claimSchool()
  // 何文博 counsels 网络2301, 林知夏 软件2301
  await s.db.query(
    sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, u from role, unnest(${[s.manager.userId, s.otherManager.userId]}::uuid[]) u where tenant_id = ${s.tenantId} and code = 'fdy'`,
  )
})
afterAll(() => s.close())
const clear = () => s.db.query(sql`update dorm_stay set state = 'cancelled', is_open = false where tenant_id = ${s.tenantId} and is_open and state <> 'checkedIn'`)

describe('the office', () => {
  it('20-DC9 sees who has no bed before settling; settling gives beds class by class and asks counsellors about the others, for their own students each', async () => {
    await clear()
    const [chosen] = (await s.choosers(1, s.ids.n2301)) as [Chooser]
    const roundId = await s.round({
      audience: { classIds: [s.ids.n2301] },
      fallback: 'presort',
      pool: { dormIds: [], grants: [{ roomIds: [s.at('7号楼101')], classIds: [s.ids.n2301] }] },
    })
    await s.choosers(5, s.ids.n2301)
    await s.hold(chosen, roundId, '7号楼101-1')
    await s.claim(chosen, 'claimRound/confirm', { roundId, bedId: s.at('7号楼101-1') })
    const left = async () => (await s.officer.get<unknown[]>('dorm/claimRound/withoutBed', { roundId })).data.length
    const settle = (students: number) => s.officer.post<{ placed: number; left: number }>('dorm/claimRound/settle', { id: roundId, students })
    expect([await left(), refused(await settle(5))[0]]).toEqual([5, 'notClosed'])
    await s.officer.post('dorm/claimRound/close', { id: roundId, reason: '提前结束' })
    expect(refused(await settle(4))).toEqual(['changed', '名单上是 4 人，现在是 5 人，请重新查看'])
    expect((await settle(5)).data).toEqual({ placed: 3, left: 2 })
    expect(refused(await settle(2))[0]).toBe('settled')
    const todos = () =>
      s.db.query<{ title: string; state: string }>(sql`select title, state from todo where user_id = ${s.otherManager.userId} and biz_type = 'claimLeft' and biz_id = ${roundId}`)
    expect((await todos()).map(t => [t.title, t.state])).toEqual([[expect.stringContaining('2 名学生没有床位'), 'open']])
    const lacking = (await s.officer.get<Array<{ studentId: string }>>('dorm/claimRound/withoutBed', { roundId })).data
    const give = async (n: number, bed: string) => {
      await s.putIn(lacking[n]?.studentId ?? '', s.at(bed), 'reserved', { plannedIn: s.moveIn })
      await s.server.core.works.get('dormitory.claimLeft')?.run(s.db, {})
      return (await todos()).map(t => [t.title.includes('1 名学生'), t.state])
    }
    expect([await give(0, '7号楼102-1'), await give(1, '7号楼102-2')]).toEqual([[[true, 'open']], [[true, 'done']]])
    const board = async (who: Actor) => (await who.get<{ students: number; claimed: number }>('dorm/claimRound/board', { roundId })).data
    expect([await board(s.otherManager), await board(s.manager)]).toMatchObject([
      { students: 6, claimed: 4 },
      { students: 0, claimed: 0 },
    ])
  })
  it('reminds before the opening and before the end, each once, and of the end only who has no bed', async () => {
    await clear()
    const [chosen, late] = (await s.choosers(2, s.ids.a2301)) as [Chooser, Chooser]
    const roundId = await s.round({ audience: { classIds: [s.ids.a2301] } })
    await s.hold(chosen, roundId, '7号楼102-1')
    await s.claim(chosen, 'claimRound/confirm', { roundId, bedId: s.at('7号楼102-1') })
    const told = captureNotifications(s.server)
    await remind(s.db, Date.now() + 20 * HOUR_MS)
    await remind(s.db, Date.now() + 20 * HOUR_MS)
    const heard = (await told('dormitory.claimNotChosen')).filter(h => h.bizId === roundId)
    expect(heard.flatMap(h => h.to)).toEqual([late.actor.userId])
  })
})
