import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesOf, saysOf } from '../testing.ts'
import { type DormWelcome, dormWelcome } from './testing.ts'

let w: DormWelcome
beforeAll(async () => {
  w = await dormWelcome()
})
afterAll(() => w.s.close())
interface Claims {
  id: string
  lacks: Array<{ text: string; link: string | null }>
}
const claimsOf = async (who: Awaited<ReturnType<DormWelcome['someone']>>, roundId: string) =>
  (await who.actor.get<Claims[]>('dorm/claimRound/mine')).data.find(m => m.id === roundId)

describe('30-WD1 conditions', () => {
  it('are steps of the batch, shown with their reasons and pages before the round opens, and refused when somebody chooses nevertheless', async () => {
    const [soon, now] = [await w.round({ beginTime: new Date(Date.now() + 3_600_000).toISOString() }), await w.round()]
    await w.link([soon, now], ['intention', 'information'])
    const who = await w.someone({}, false)
    const gone = { text: '还没有确认来校', link: '/welcome/admission' }
    const intention = { text: '确认来校：待办', link: '/welcome/admission' }
    const information = { text: expect.stringMatching(/^信息采集：还没有填：/), link: '/welcome/info' }
    expect((await claimsOf(who, soon))?.lacks).toEqual([intention, information])
    expect(rulesOf(await w.hold(who, now, '101-1'))).toEqual(['blocked'])
    expect(await w.stayOf(who)).toBe(undefined)
    await who.actor.post('admission/admittedStudent/answer', { answer: 'intended' })
    // the round knows at once, before the step has followed
    expect((await claimsOf(who, soon))?.lacks).toEqual([information])
    expect(saysOf(await w.hold(who, now, '101-1'))).toMatch(/^还不能选床位：信息采集：还没有填：/)
    await w.link([soon, now], ['intention'])
    expect((await claimsOf(who, soon))?.lacks).toEqual([])
    expect((await w.hold(who, now, '101-1')).code).toBe(200)
    await w.s.db.query(sql`update admitted_student set state = 'reserved' where id = ${who.id}`)
    expect((await claimsOf(who, now))?.lacks).toEqual([gone])
    expect(rulesOf(await w.confirm(who, now, '101-1'))).toEqual(['blocked'])
  })
  it('ask for the class where rooms are granted to classes, and keep those out who do not take part', async () => {
    const roundId = await w.round({ pool: { dormIds: [], grants: [{ roomIds: [w.place('102')], classIds: [w.s.ids.s2301] }] } })
    await w.link([roundId])
    const who = await w.someone()
    await w.s.db.query(sql`update student set class_id = null where id = ${who.id}`)
    expect((await claimsOf(who, roundId))?.lacks).toEqual([{ text: '还没有公布班级，公布后再选', link: null }])
    await w.s.db.query(sql`update student set class_id = ${w.s.ids.s2301} where id = ${who.id}`)
    expect((await w.hold(who, roundId, '102-1')).code).toBe(200)
    const other = await w.someone()
    await w.s.db.query(sql`delete from welcome_step_state where student_id = ${other.id}`)
    await w.s.db.query(sql`delete from welcome_member where student_id = ${other.id}`)
    expect(saysOf(await w.hold(other, roundId, '102-2'))).toBe('还不能选床位：你不在这一批新生名单里')
  })
  it('cannot be steps that wait for the bed, and a round belongs to one batch', async () => {
    const roundId = await w.round()
    const add = (given: object) => w.s.officer.post('welcome/claimLink/add', given)
    const other = await w.s.draft([{ code: 'a' }])
    await w.link([roundId])
    expect(rulesOf(await add({ batchId: other, roundIds: [roundId], conditions: [] }))).toEqual(['roundTaken'])
    expect(rulesOf(await add({ batchId: other, roundIds: [await w.round()], conditions: ['nothing'] }))).toEqual(['unknownStep'])
    const { data } = await w.s.officer.get<{ result: Array<{ id: string; version: number }> }>('welcome/claimLink/list', { batchId: w.batchId })
    const [{ id, version } = { id: '', version: 0 }] = data.result
    const bad = (conditions: string[]) => w.s.officer.post('welcome/claimLink/update', { id, version, roundIds: [roundId], conditions })
    expect([rulesOf(await bad(['dorm'])), rulesOf(await bad(['key']))]).toEqual([['waits'], ['waits']])
    expect((await w.s.college.post('welcome/claimLink/update', { id, version, roundIds: [roundId], conditions: [] })).code).toBe(403)
  })
})
describe('30-WD2 the step of the bed', () => {
  it('is done once the bed is reserved, open again on its release, and the key needs it', async () => {
    const roundId = await w.round()
    await w.link([roundId])
    const who = await w.someone()
    const stateOf = async (code: string) => {
      await w.s.server.settle()
      const { state, recheck } = await w.s.state(w.batchId, who, code)
      return recheck ? `${state} recheck` : state
    }
    const member = await w.s.member(w.batchId, who)
    const settle = (code: string) => w.s.college.post('welcome/welcomeMember/settle', { id: member.id, code })
    expect((await settle('gate')).code).toBe(200)
    expect(saysOf(await settle('key'))).toBe('“领寝室钥匙”还不能办：宿舍：还没有安排床位')
    expect((await w.hold(who, roundId, '101-2')).code).toBe(200)
    expect(await stateOf('dorm')).toBe('open')
    expect((await w.confirm(who, roundId, '101-2')).code).toBe(200)
    expect([await stateOf('dorm'), await stateOf('key')]).toEqual(['done', 'open'])
    expect((await settle('key')).code).toBe(200)
    const stay = await w.stayOf(who)
    expect((await w.s.officer.post('dorm/dormStay/cancel', { ids: [stay?.id], reason: '安排有误' })).code).toBe(200)
    expect([await stateOf('dorm'), await stateOf('key')]).toEqual(['open', 'done recheck'])
  })
})
