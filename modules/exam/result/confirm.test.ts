import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { captureEvents } from '#testing/capture-events.ts'
import type { Actor } from '#testing/school.ts'
import { type Entrant, ok, ruleOf } from '../testing.ts'
import { admissionRun } from './model/run.ts'
import { lapse, remind } from './server/confirm.ts'
import { runRounds } from './server/rounds-by-clock.ts'
import { examined, type ResultSchool, resultSchool, todoAbout, tryRun } from './testing.ts'

let s: ResultSchool
beforeAll(async () => {
  s = await resultSchool()
})
afterAll(() => s.close())
const confirm = ({ actor, id }: Entrant, consequences = true) => actor.post<{ state: string }>('exam/examApplication/confirm', { id, consequences })
const decline = ({ actor, id }: Entrant) => actor.post<{ state: string }>('exam/examApplication/decline', { id, reason: '另有安排' })
const fill = (batchId: string, who: Actor = s.admissions) => who.post<{ no: number; offered: number; free: number }>('exam/admissionRound/fill', { batchId })
/** Results that are out: `places` of them admitted, the best first. */
async function published(marks: readonly number[], places: number) {
  const { batch, who } = await examined(s, marks, [{ quotas: [{ category: 'regular', places }] }])
  const { id } = ok(await tryRun(s, batch.id))
  ok(await s.admissions.post('exam/admissionRun/finalise', { id }))
  await s.agree(id)
  await s.noticed(id)
  ok(await s.admissions.post('exam/admissionRun/publish', { id }))
  return { batchId: batch.id, who: who as [Entrant, Entrant, Entrant, Entrant, Entrant, ...Entrant[]] }
}
const states = async (who: readonly Entrant[]) => Promise.all(who.map(async one => (await s.row(one)).state))
/** As the clock will find the offer. */
const overdue = ({ id }: Entrant, by = '1 minute') => s.db.query(sql`update exam_application set confirm_by = now() - ${by}::interval where id = ${id}::uuid`)

describe('30-ES8 confirmation', () => {
  it('30-ES8 within the time set, with the consequences ticked, one’s own alone; no answer is a lapse', async () => {
    const { who, batchId } = await published([140, 130, 120, 110, 100], 3)
    const [a, b, c, d] = who
    const heard = captureEvents(s.server, 'exam.confirmed')
    expect((await s.row(a)).confirmBy).not.toBeNull()
    expect(ruleOf(await confirm(a, false))).toBe('consequences')
    expect((await b.actor.post('exam/examApplication/confirm', { id: a.id, consequences: true })).code).toBe(404)
    expect(ruleOf(await confirm(d))).toBe('state')
    const both = await Promise.all([confirm(a), decline(a)])
    expect(both.map(x => (x.code === 200 ? 'done' : ruleOf(x))).sort()).toEqual(['done', 'state'])
    await s.server.settle()
    if (both[1]?.code === 200) expect(heard).toHaveLength(0)
    else expect(heard).toMatchObject([{ examApplicationId: a.id, planId: (await s.row(a)).planId }])
    // the reminder, once, while there is time
    const soon = Date.parse((await s.row(b)).confirmBy ?? '') - 60_000
    await remind(s.db, soon)
    await remind(s.db, soon)
    expect([(await s.told('exam.confirming', b.actor.userId)).length, (await s.told('exam.confirming', d.actor.userId)).length]).toEqual([1, 0])
    await overdue(b)
    expect(ruleOf(await confirm(b))).toBe('over')
    // the clock and the applicant do not both decide
    await overdue(c, '-2 seconds')
    const [answer] = await Promise.all([confirm(c), lapse(s.db, Date.now() + 60_000)])
    expect(await states([b, c])).toEqual(['lapsed', answer.code === 200 ? 'confirmed' : 'lapsed'])
    expect(await s.told('exam.offerLapsed', b.actor.userId)).toHaveLength(1)
    const result = ok(await b.actor.get<{ state: string; planLabel: string }>('exam/admissionRun/mine', { batchId }))
    expect(result.state).toBe('lapsed')
  })
  it('30-ES8 free places go by rank to those who listed the plan, round by round, and nobody who has one moves', async () => {
    const { batchId, who } = await published([140, 130, 120, 110, 100], 2)
    const [a, b, c, d, e] = who
    expect(ruleOf(await fill(batchId))).toBe('nobody')
    ok(await confirm(a))
    ok(await decline(b))
    const both = await Promise.all([fill(batchId), fill(batchId, s.second)])
    expect(both.map(x => (x.code === 200 ? x.data : ruleOf(x)))).toEqual(expect.arrayContaining([{ no: 1, offered: 1, free: 0 }, 'nobody']))
    expect(await states(who)).toEqual(['confirmed', 'declined', 'admitted', 'waitlisted', 'waitlisted'])
    expect(await s.row(c)).toMatchObject({ offerRound: 1, planId: (await s.row(a)).planId })
    expect(await s.told('exam.offered', c.actor.userId)).toHaveLength(1)
    // an offer that is overdue is free, whether the clock has passed or not
    await overdue(c)
    expect(ok(await fill(batchId))).toEqual({ no: 2, offered: 1, free: 0 })
    expect(await states(who)).toEqual(['confirmed', 'declined', 'lapsed', 'admitted', 'waitlisted'])
    expect(ok(await confirm(d)).state).toBe('confirmed')
    const board = ok(await s.admissions.get<{ plans: object[] }>('exam/admissionRound/board', { batchId }))
    expect(board.plans).toMatchObject([{ places: 2, confirmed: 2, open: 0, free: 0, waiting: 1 }])
    expect([ruleOf(await fill(batchId)), ruleOf(await confirm(e)), (await e.actor.post('exam/admissionRound/fill', { batchId })).code]).toEqual(['nobody', 'state', 401])
    const mine = ok(await d.actor.get<{ offerRound: number; state: string; planLabel: string | null }>('exam/admissionRun/mine', { batchId }))
    expect([mine.offerRound, mine.state, mine.planLabel !== null]).toEqual([2, 'confirmed', true])
  })
  it('30-ES8 equals who wait for the last place are put in order by admissions', async () => {
    const { batchId, who } = await published([140, 130, 120, 120, 100], 2)
    const [, b, c, d] = who
    ok(await decline(b))
    expect(ruleOf(await fill(batchId))).toBe('tied')
    ok(await s.admissions.post('exam/admissionRun/decideTie', { applicationId: d.id, precedence: 1, reason: '面试成绩高' }))
    expect(ok(await fill(batchId)).offered).toBe(1)
    expect(await states([c, d])).toEqual(['waitlisted', 'admitted'])
  })
  it('30-ES8 the clock runs the next round once the last has answered or is overdue, asks about equals, and ends where nobody waits for a free place', async () => {
    const { batchId, who } = await published([140, 130, 120, 120, 100], 2)
    const [a, b, c, d, e] = who
    const board = async () => ok(await s.admissions.get<{ nextAt: string | null; isTied: boolean }>('exam/admissionRound/board', { batchId }))
    const run = async () => (await s.db.unscoped(admissionRun).all({ batchId, state: 'published' }))[0]
    const open = async () => todoAbout(s, s.admissions, 'admissionRun', (await run())?.id ?? '')
    ok(await decline(b))
    await runRounds(s.db)
    expect(await states(who)).toEqual(['admitted', 'declined', 'waitlisted', 'waitlisted', 'waitlisted'])
    expect((await board()).nextAt).toBe((await s.row(a)).confirmBy)
    await overdue(a)
    await runRounds(s.db)
    // two places, two equals: both
    expect(await states(who)).toEqual(['lapsed', 'declined', 'admitted', 'admitted', 'waitlisted'])
    expect(await s.told('exam.offered', c.actor.userId)).toHaveLength(1)
    for (const one of [c, d]) ok(await confirm(one))
    await runRounds(s.db)
    expect([(await run())?.roundsOverAt !== null, (await s.row(e)).state, await open()]).toEqual([true, 'waitlisted', undefined])
    const other = await published([140, 120, 120, 100], 1)
    ok(await decline(other.who[0]))
    await runRounds(s.db)
    const tied = (await s.db.unscoped(admissionRun).all({ batchId: other.batchId, state: 'published' }))[0]
    expect([tied?.roundsTiedAt !== null, (await todoAbout(s, s.admissions, 'admissionRun', tied?.id ?? ''))?.state]).toEqual([true, 'open'])
    ok(await s.admissions.post('exam/admissionRun/decideTie', { applicationId: other.who[2].id, precedence: 1, reason: '面试成绩高' }))
    expect((await todoAbout(s, s.admissions, 'admissionRun', tied?.id ?? ''))?.state).toBe('done')
    await setParams(s, 'exam', { autoRounds: false })
    await runRounds(s.db)
    expect((await s.row(other.who[2])).state).toBe('waitlisted')
    await setParams(s, 'exam', { autoRounds: true })
    await runRounds(s.db)
    expect(await states(other.who)).toEqual(['declined', 'waitlisted', 'admitted', 'waitlisted'])
  })
  it('30-ES8 while people answer and rounds run, holders never exceed the places', async () => {
    const marks = [140, 135, 130, 125, 120, 115, 110, 105, 100, 95]
    const { batchId, who } = await published(marks, 4)
    let isOver = false
    const most: number[] = []
    const watch = (async () => {
      while (!isOver)
        most.push(
          (await s.db.query<{ n: number }>(sql`select count(*)::int as n from exam_application where batch_id = ${batchId}::uuid and state in ('admitted', 'confirmed')`))[0]?.n ??
            0,
        )
    })()
    await Promise.all([...who.slice(0, 4).map((one, n) => (n % 2 ? confirm(one) : decline(one))), fill(batchId), fill(batchId, s.second)])
    await fill(batchId)
    const open = who.slice(4, 7)
    await Promise.all([...open.map((one, n) => (n ? confirm(one) : decline(one))), fill(batchId), fill(batchId, s.second)])
    await fill(batchId)
    isOver = true
    await watch
    expect(Math.max(...most)).toBeLessThanOrEqual(4)
    const now = await states(who)
    // by rank: nobody waits above somebody with a place
    const last = now.findLastIndex(state => state === 'admitted' || state === 'confirmed')
    expect([now.filter(state => state === 'admitted' || state === 'confirmed').length, now.slice(0, last).includes('waitlisted')]).toEqual([4, false])
  })
})
