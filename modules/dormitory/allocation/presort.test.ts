import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { setParams } from '#modules/message/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import type { planBalance } from './model/read-actions.ts'
import type { myWish } from './model/wish-actions.ts'
import { remindWishes } from './server/jobs.ts'
import { ok, type PresortSchool, presortSchool, type Student } from './testing.ts'

let s: PresortSchool
beforeAll(async () => {
  s = await presortSchool()
})
afterAll(() => s.close())
// each test begins with empty beds
beforeEach(() => s.clear())

describe('what is asked for and what there is', () => {
  it('20-DP5 says before anything runs who is short of how many beds, and what would cure it', async () => {
    const planId = await s.planned()
    const balance = () => ok(s.officer.get<OutputOf<typeof planBalance>>('dorm/presortPlan/balance', { id: planId }))
    expect(await balance()).toMatchObject({ students: 24, beds: 96 })
    const [floor] = await s.db.query<{ id: string }>(sql`select floor_id as id from dorm_bed where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women} limit 1`)
    await s.db.query(sql`update dorm_room set state = 'repair' where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women} and room_no > '104'`)
    const found = await balance()
    await s.db.query(sql`update dorm_room set state = 'normal' where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women}`)
    expect(found.supply.map(x => [x?.genderCode, x?.demand, x?.beds, x?.short])).toEqual([
      ['1', 4, 48, 0],
      ['2', 20, 16, 4],
    ])
    expect(floor).toBeDefined()
    expect(found.cures.map(c => [c?.why, c?.genderCode, c?.beds, c?.place.includes('兰苑1栋')])).toContainEqual(['repair', '2', 32, true])
    expect(found.colleges.map(c => [c?.label, c?.genderCode, c?.demand])).toContainEqual(['艺术设计学院', '2', 8])
  })
  it('refuses quotas that add up to more than there is, and names plans that share the pool', async () => {
    const planId = await s.planned()
    const quota = (beds: number, more: Record<string, unknown> = {}) =>
      s.officer.post('dorm/presortQuota/add', { planId, departmentId: s.ids.info, genderCode: '2', beds, ...more })
    const over = await quota(49)
    expect([rulesOf(over), over.msg.includes('49'), over.msg.includes('48')]).toEqual([['over'], true, true])
    expect((await quota(8)).code).toBe(200)
    expect(rulesOf(await s.officer.post('dorm/presortQuota/add', { planId, genderCode: '2', beds: 1 }))).toEqual(['unit'])
    const other = await s.planned()
    const found = await ok(s.officer.get<OutputOf<typeof planBalance>>('dorm/presortPlan/balance', { id: other }))
    expect(found.overlaps.map(o => [o?.id, o?.rooms])).toEqual([[planId, 24]])
    await s.tried(planId)
    const [run] = await s.runsOf(planId)
    expect([run?.measures?.placed, run?.measures?.unplaced]).toEqual([20, 4])
  })
  it('takes no filter without anybody, no weight beyond 100, no name twice and no day that has passed', async () => {
    const refuse = async (more: Record<string, unknown>) => rulesOf(await s.officer.post('dorm/presortPlan/add', s.draft(more)))
    expect(await refuse({ studentFilter: {} })).toEqual(['studentForm'])
    expect(await refuse({ poolFilter: {} })).toEqual(['poolForm'])
    expect(await refuse({ rules: { weights: { class: 101 } } })).toEqual(['rulesForm'])
    expect(await refuse({ startDate: day(-1) })).toEqual(['past'])
    expect(await refuse({ xn: '2026-2028' })).toEqual(['xnForm'])
    const planId = await s.planned({ name: '同名' })
    expect(await refuse({ name: '同名' })).toEqual(['nameTaken'])
    expect((await s.officer.post('dorm/presortPlan/remove', { ids: [planId] })).code).toBe(200)
  })
})

describe('simulations', () => {
  it('20-DP4 20-DP6 promise no bed, stand side by side, and come out alike for the same seed', async () => {
    const { planId, runId } = await s.plan()
    const again = await s.tried(planId)
    const other = await s.tried(planId, 99)
    const seats = async (id: string) => (await s.linesOf(id)).map(l => [l.studentId, l.bedId])
    expect(await seats(again)).toEqual(await seats(runId))
    expect((await s.linesOf(other)).length).toBe(24)
    expect((await s.runsOf(planId)).map(r => [r.runNo, r.state, r.seed, r.measures?.placed])).toEqual([
      [3, 'done', 99, 24],
      [2, 'done', 7, 24],
      [1, 'done', 7, 24],
    ])
    expect(await s.state(planId)).toBe('simulated')
    expect(await s.openStays(planId)).toBe(0)
    expect((await s.officer.post('dorm/presortRun/drop', { id: other })).code).toBe(200)
    expect((await s.linesOf(other)).length).toBe(0)
  })
  it('are worked out one at a time: of two that press at once the second hears which runs', async () => {
    const planId = await s.planned()
    const answers = await Promise.all([1, 2].map(() => s.officer.post<{ runNo: number }>('dorm/presortPlan/simulate', { id: planId })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(rulesOf(answers.find(a => a.code === 422) as Answer<unknown>)).toEqual(['busy'])
    await s.server.settle()
    expect((await s.runsOf(planId)).map(r => r.state)).toEqual(['done'])
    const [run] = await s.runsOf(planId)
    expect(rulesOf(await s.officer.post('dorm/presortRun/stop', { id: run?.id }))).toEqual(['state'])
  })
  it('show what other weights would do to which class, and keep nothing of it', async () => {
    const { planId } = await s.plan()
    const found = await ok(
      s.officer.post<{ before: { placed: number }; after: { placed: number } }>('dorm/presortPlan/previewRules', { id: planId, rules: { weights: { class: 0, wish: 100 } } }),
    )
    expect([found.before.placed, found.after.placed]).toEqual([24, 24])
    expect((await s.runsOf(planId)).length).toBe(1)
    expect(rulesOf(await s.officer.post('dorm/presortPlan/previewRules', { id: planId, rules: { weights: { income: 5 } } }))).toEqual(['rulesForm'])
  })
})

describe('what students wish', () => {
  it('20-DP3 is asked until a day, keeps to classmates of one gender, and says which wishes are mutual', async () => {
    const save = (who: Actor, more: Record<string, unknown> = {}) =>
      who.post<{ mutual: number }>('dorm/presortWish/save', { sleepTime: '22:30', quiet: 'quiet', smoking: 'no', roommates: [], ...more })
    expect(rulesOf(await save(s.mei))).toEqual(['closed'])
    const planId = await s.planned()
    expect(rulesOf(await s.officer.post('dorm/presortPlan/openWishes', { id: planId, until: day(21) }))).toEqual(['late'])
    expect((await s.officer.post('dorm/presortPlan/openWishes', { id: planId, until: day(1) })).code).toBe(200)
    expect((await s.told('dormitory.wishOpen', s.mei.userId)).length).toBe(1)
    expect((await remindWishes(s.db)) > 0).toBe(true)
    const no = (of: Student | undefined) => of?.studentNo ?? ''
    expect(rulesOf(await save(s.mei, { roommates: [no(s.soft[0])] }))).toEqual(['self'])
    // a number reveals neither its owner nor their gender: accepted alike, never mutual
    const man = await s.self(s.men[0]?.id ?? '')
    expect((await save(man, { roommates: [no(s.soft[0])] })).data).toEqual({ mutual: 0 })
    for (const roommates of [[no(s.men[0])], [no(s.soft[1])]]) {
      expect((await save(s.mei, { roommates })).data).toEqual({ mutual: 0 })
      expect((await s.mei.get<OutputOf<typeof myWish>>('dorm/presortWish/mine')).data.mates).toEqual([{ studentNo: roommates[0], name: null, isMutual: 'no' }])
    }
    expect(rulesOf(await save(s.mei, { roommates: ['X999999'] }))).toEqual(['unknown'])
    expect(rulesOf(await save(s.mei, { roommates: [no(s.soft[1]), no(s.soft[1])] }))).toEqual(['twice'])
    expect(rulesOf(await save(s.mei, { roommates: s.soft.slice(1, 5).map(no) }))).toEqual(['most'])
    expect((await save(s.mei, { roommates: [no(s.soft[8])], medicalNote: '髌骨术后，不能爬高', needsAccessible: false })).data).toEqual({ mutual: 0 })
    const friend = await s.self(s.soft[8]?.id ?? '')
    expect((await save(friend, { roommates: [no(s.soft[0])] })).data).toEqual({ mutual: 1 })
    expect((await s.mei.get<OutputOf<typeof myWish>>('dorm/presortWish/mine')).data.mates).toMatchObject([{ name: expect.any(String), isMutual: 'yes' }])
    const runId = await s.tried(planId)
    const [a, b] = [await s.lineOf(runId, s.soft[0]?.id ?? ''), await s.lineOf(runId, s.soft[8]?.id ?? '')]
    const roomOf = (bedId: string | null) => s.db.query<{ room: string }>(sql`select room_id as room from dorm_bed where tenant_id = ${s.tenantId} and id = ${bedId}`)
    expect(await roomOf(a.bedId)).toEqual(await roomOf(b.bedId))
    // 20-DP10: lines and simulations store only that grounds exist
    const kept = JSON.stringify(await s.db.query(sql`select reasons from presort_line where tenant_id = ${s.tenantId} and run_id = ${runId}`))
    expect([kept.includes('priority'), kept.includes('髌骨')]).toEqual([true, false])
    expect((await s.officer.get('dorm/presortWish/mine')).code).toBe(403)
    await setParams(s, 'dormitory', { wishRoommates: 1 })
    expect(rulesOf(await save(s.mei, { roommates: s.soft.slice(1, 3).map(no) }))).toEqual(['most'])
  })
  it('numbers cannot be tried without end to learn which exist', async () => {
    expect((await s.officer.post('dorm/presortPlan/openWishes', { id: await s.planned(), until: day(1) })).code).toBe(200)
    const refusals = new Set<string | undefined>()
    for (let i = 0; i < 130; i++) refusals.add(rulesOf(await s.mei.post('dorm/presortWish/save', { roommates: [`X${i}`] }))[0])
    expect([...refusals]).toEqual(['unknown', 'tooMany'])
  })
})
