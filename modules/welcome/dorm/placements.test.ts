import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { ok, rulesOf } from '../testing.ts'
import { type DormWelcome, dormWelcome } from './testing.ts'

interface Mine {
  bed: string | null
  reason: string | null
  state: string
  isOpen: boolean
  answer: string | null
}
type Who = Awaited<ReturnType<DormWelcome['someone']>>
let w: DormWelcome
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  w = await dormWelcome()
  sent = captureNotifications(w.s.server)
})
afterAll(() => w.s.close())
const mine = async ({ actor }: Who) => ok(await actor.get<Mine>('welcome/dormPlacement/mine'))
const object = ({ actor }: Who, objection = '希望换到低楼层') => actor.post('welcome/dormPlacement/object', { objection })

describe('30-WD7 after the fallback', () => {
  it('everybody reads bed and reason, and objects for 48 hours to the counsellor, who answers', async () => {
    const roundId = await w.round({ fallback: 'presort' })
    await w.link([roundId])
    const [first, second] = [await w.someone(), await w.someone()]
    const [chose, gone] = [await w.someone(), await w.someone()]
    await w.s.db.query(sql`update admitted_student set state = 'declined' where id = ${gone.id}`)
    await w.claimed(chose, roundId, '101-1')
    ok(await w.s.officer.post('dorm/claimRound/close', { id: roundId, reason: '提前结束' }))
    const left = ok(await w.s.officer.get<unknown[]>('dorm/claimRound/withoutBed', { roundId }))
    ok(await w.s.officer.post('dorm/claimRound/settle', { id: roundId, students: left.length }))
    expect(await mine(first)).toMatchObject({ bed: expect.stringContaining('1号楼'), reason: 'sameClass', state: 'told', isOpen: true })
    // the fallback leaves out whoever does not come
    expect([await w.stayOf(gone), (await mine(gone)).reason]).toEqual([undefined, null])
    expect(await mine(chose)).toMatchObject({ bed: null, reason: null, isOpen: false })
    expect(await sent('welcome.placed', first.actor.userId)).toMatchObject([{ values: { bed: (await mine(first)).bed }, link: '/welcome/dorm' }])
    expect(rulesOf(await object(chose))).toEqual(['none'])
    const both = await Promise.all([object(first), object(first, '再说一遍')])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const [todo] = await w.s.db.query<{ userId: string; hours: number }>(sql`select user_id as "userId", round(extract(epoch from due_at - now()) / 3600)::int as hours from todo
      where biz_type = 'dormPlacement' and state = 'open'`)
    expect(todo).toEqual({ userId: w.s.fdy.userId, hours: 48 })
    const { result } = ok(await w.s.fdy.get<{ result: Array<{ id: string; state: string; studentId: string }> }>('welcome/dormPlacement/list', { state: 'objected' }))
    expect(result).toMatchObject([{ studentId: first.id, state: 'objected' }])
    const answer = (by = w.s.fdy) => by.post('welcome/dormPlacement/answer', { id: result[0]?.id, answer: '已帮你登记调宿' })
    expect((await answer(await w.s.as({ roles: ['college'], departmentId: w.s.ids.art }))).code).toBe(404)
    expect((await Promise.all([answer(), answer(w.s.college)])).map(a => a.code).sort()).toEqual([200, 422])
    expect(await mine(first)).toMatchObject({ state: 'answered', answer: '已帮你登记调宿', isOpen: false })
    expect(await w.s.db.query(sql`select 1 from todo where biz_type = 'dormPlacement' and state = 'open'`)).toEqual([])
    await w.s.db.query(sql`update dorm_placement set object_until = now() where student_id = ${second.id}`)
    expect(rulesOf(await object(second))).toEqual(['over'])
  })
})
