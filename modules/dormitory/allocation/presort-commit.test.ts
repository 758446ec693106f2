import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { settled, sheet, upload } from '#testing/roster.ts'
import type { Answer } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import { remind } from '../stays/server/jobs.ts'
import type { adjustLines, runMap } from './model/adjust-actions.ts'
import type { grantedPools, staffPlans } from './model/read-actions.ts'
import type { myWish } from './model/wish-actions.ts'
import { ok, type PresortSchool, presortSchool } from './testing.ts'

let s: PresortSchool
beforeAll(async () => {
  s = await presortSchool()
})
afterAll(() => s.close())
// each test begins with empty beds
beforeEach(() => s.clear())

describe('changes by hand', () => {
  it('20-DP7 exchange two students, are pinned by it, and stand in the next simulation', async () => {
    const { planId, runId } = await s.plan()
    const [a, b] = [await s.lineOf(runId, s.soft[0]?.id ?? ''), await s.lineOf(runId, s.art[0]?.id ?? '')]
    const swapped = await ok(s.officer.post<{ swapped: string | null }>('dorm/presortLine/move', { runId, studentId: a.studentId, bedId: b.bedId }))
    expect(swapped.swapped).toBeTruthy()
    expect([(await s.lineOf(runId, a.studentId)).bedId, (await s.lineOf(runId, b.studentId)).bedId]).toEqual([b.bedId, a.bedId])
    const next = await s.tried(planId, 5)
    expect(await s.lineOf(next, a.studentId)).toMatchObject({ bedId: b.bedId, pinned: true })
    const line = await s.lineOf(next, a.studentId)
    expect((await s.officer.post('dorm/presortLine/pin', { ids: [line.id], pinned: false })).code).toBe(200)
    expect((await s.lineOf(next, a.studentId)).pinned).toBe(false)
  })
  it('20-DP1 20-DP7 are refused where a rule speaks against them, with the rule; who is taken out stays out', async () => {
    const { planId, runId } = await s.plan()
    const woman = await s.lineOf(runId, s.soft[0]?.id ?? '')
    const man = await s.lineOf(runId, s.men[0]?.id ?? '')
    const wrong = await s.officer.post('dorm/presortLine/move', { runId, studentId: woman.studentId, bedId: man.bedId })
    expect([rulesOf(wrong), wrong.msg.includes('性别')]).toEqual([['rule'], true])
    expect((await s.officer.post('dorm/presortLine/exclude', { ids: [woman.id], note: '入伍' })).code).toBe(200)
    const next = await s.tried(planId)
    expect((await s.linesOf(next)).some(l => l.studentId === woman.studentId)).toBe(false)
    const others = await ok(s.officer.get<Array<OutputOf<typeof adjustLines>>>('dorm/presortLine/adjust', { runId: next, studentId: s.soft[1]?.id ?? '' }))
    expect(others.length).toBeGreaterThan(20)
  })
  it('20-DP7 are of a college its own students only, and it confirms its part before the office commits', async () => {
    const { planId, runId } = await s.plan()
    expect((await ok(s.artCollege.get<Array<OutputOf<typeof staffPlans>>>('dorm/presortPlan/forStaff'))).map(p => [p.id, p.isOwn])).toContainEqual([planId, false])
    const list = await ok(s.artCollege.get<{ page: { total: number } }>('dorm/presortLine/list', { runId, size: 100 }))
    expect(list.page.total).toBe(8)
    const map = await ok(s.artCollege.get<OutputOf<typeof runMap>>('dorm/presortRun/map', { runId, dormId: s.dorms.women }))
    const beds = map.floors.flatMap(f => f?.rooms ?? []).flatMap(r => r?.beds ?? [])
    expect([beds.filter(b => b?.standing === 'mine').length, beds.filter(b => b?.standing === 'other').length, beds.filter(b => b?.standing === 'other' && b.name).length]).toEqual(
      [8, 12, 0],
    )
    const [own, other] = [await s.lineOf(runId, s.art[0]?.id ?? ''), await s.lineOf(runId, s.soft[0]?.id ?? '')]
    expect(rulesOf(await s.artCollege.post('dorm/presortLine/move', { runId, studentId: other.studentId, bedId: own.bedId }))).toEqual(['bedOut'])
    expect(rulesOf(await s.artCollege.post('dorm/presortLine/move', { runId, studentId: own.studentId, bedId: other.bedId }))).toEqual(['others'])
    const refused = await s.commitPlan(planId, runId, { withoutColleges: false })
    expect([rulesOf(refused), refused.msg.includes('艺术设计学院')]).toEqual([['colleges'], true])
    expect((await s.officer.post('dorm/presortRun/askColleges', { id: runId })).code).toBe(200)
    const todos = (): Promise<Array<{ userId: string; state: string }>> =>
      s.db.query(sql`select user_id as "userId", state from todo where tenant_id = ${s.tenantId} and biz_type = 'presortPlan' and biz_id = ${planId} order by user_id`)
    const both = (art: string, soft: string) =>
      [
        { userId: s.artCollege.userId, state: art },
        { userId: s.college.userId, state: soft },
      ].sort((a, b) => a.userId.localeCompare(b.userId))
    expect(await todos()).toEqual(both('open', 'open'))
    await s.artCollege.post('dorm/presortPart/confirm', { runId })
    expect(await todos()).toEqual(both('done', 'open'))
    for (const who of [s.artCollege, s.college]) expect((await who.post('dorm/presortPart/confirm', { runId })).code).toBe(200)
    expect((await s.card(planId, runId)).parts.filter(p => p?.confirmedAt).length).toBe(2)
    const free = beds.find(b => b?.standing === 'free')?.id
    expect((await s.artCollege.post('dorm/presortLine/move', { runId, studentId: own.studentId, bedId: free })).code).toBe(200)
    expect((await s.card(planId, runId)).parts.filter(p => p?.confirmedAt).length).toBe(1)
    await s.artCollege.post('dorm/presortPart/confirm', { runId })
    expect((await s.commitPlan(planId, runId, { withoutColleges: false })).data).toEqual({ placed: 24, conflicts: 0 })
    expect((await s.artCollege.post('dorm/presortPlan/simulate', { id: planId })).code).toBe(403)
    expect((await s.fdy.get('dorm/presortLine/list', { runId })).code).toBe(403)
  })
  it('20-DP7 a college that moves or pins its own takes no pin of another, whatever the simulation it looks at says', async () => {
    const { planId, runId: earlier } = await s.plan()
    const runId = await s.tried(planId)
    const map = await ok(s.artCollege.get<OutputOf<typeof runMap>>('dorm/presortRun/map', { runId, dormId: s.dorms.women }))
    const free =
      map.floors
        .flatMap(f => f?.rooms ?? [])
        .flatMap(r => r?.beds ?? [])
        .find(b => b?.standing === 'free')?.id ?? ''
    const [own, other] = [await s.lineOf(runId, s.art[0]?.id ?? ''), await s.lineOf(earlier, s.soft[0]?.id ?? '')]
    const pins = () =>
      s.db.query(sql`select student_id as "studentId" from presort_pin where tenant_id = ${s.tenantId} and plan_id = ${planId} and bed_id = ${free} and kind = 'pin'`)
    expect((await s.college.post('dorm/presortLine/move', { runId: earlier, studentId: other.studentId, bedId: free })).code).toBe(200)
    expect(await pins()).toEqual([{ studentId: other.studentId }])
    const choices = await ok(s.artCollege.get<Array<OutputOf<typeof adjustLines>>>('dorm/presortLine/adjust', { runId, studentId: own.studentId }))
    expect(choices.map(c => (c as { bedId?: string }).bedId)).not.toContain(free)
    expect(rulesOf(await s.artCollege.post('dorm/presortLine/move', { runId, studentId: own.studentId, bedId: free }))).toEqual(['others'])
    expect(rulesOf(await s.officer.post('dorm/presortLine/move', { runId, studentId: own.studentId, bedId: free }))).toEqual(['pinned'])
    // as an earlier simulation
    await s.db.query(sql`update presort_line set bed_id = ${free} where tenant_id = ${s.tenantId} and id = ${own.id}`)
    expect(rulesOf(await s.artCollege.post('dorm/presortLine/pin', { ids: [own.id], pinned: true }))).toEqual(['others'])
    expect((await s.artCollege.post('dorm/presortLine/pin', { ids: [own.id], pinned: false })).code).toBe(200)
    expect(await pins()).toEqual([{ studentId: other.studentId }])
  })
  it('20-DP7 come as a sheet, number and bed, whole or not at all', async () => {
    const planId = await s.planned({ name: '按表指定' })
    const bed = async (of: 'women' | 'men', n: number) =>
      (await s.db.query<{ name: string }>(sql`select full_name as name from dorm_bed where tenant_id = ${s.tenantId} and id = ${s.beds[of][n]}`))[0]?.name ?? ''
    const send = async (rows: string[][]) => {
      const { jobId } = await ok(upload<{ jobId: string }>(s.officer, 'dorm/presortPin/import', await sheet(['方案', '学生', '指定', '床位'], rows), '指定.xlsx', { auto: 'true' }))
      return settled(s.officer, jobId)
    }
    const wrong = await send([
      ['按表指定', s.soft[0]?.studentNo ?? '', '固定', await bed('women', 9)],
      ['按表指定', s.soft[1]?.studentNo ?? '', '固定', await bed('men', 1)],
      ['按表指定', s.soft[2]?.studentNo ?? '', '固定', await bed('women', 9)],
    ])
    expect([wrong.state, wrong.bad]).toEqual(['invalid', 2])
    const right = await send([
      ['按表指定', s.soft[0]?.studentNo ?? '', '固定', await bed('women', 9)],
      ['按表指定', s.soft[1]?.studentNo ?? '', '不参与', ''],
    ])
    expect([right.state, right.ok]).toEqual(['done', 2])
    const runId = await s.tried(planId)
    expect(await s.lineOf(runId, s.soft[0]?.id ?? '')).toMatchObject({ bedId: s.beds.women[9], pinned: true })
    expect((await s.linesOf(runId)).length).toBe(23)
  })
})

describe('committing', () => {
  it('20-DP8 names every conflict and writes nothing; the conflict-free can be committed on demand', async () => {
    const { planId, runId } = await s.plan()
    const taken = (await s.linesOf(runId)).filter(l => s.soft.some(x => x.id === l.studentId)).slice(0, 3)
    const strangers = await s.students(3)
    for (const [n, line] of taken.entries())
      expect((await s.officer.post('dorm/dormStay/register', { studentNo: strangers[n]?.studentNo, bedId: line.bedId, kind: 'main', plannedIn: day(1) })).code).toBe(200)
    const refused = await s.commitPlan(planId, runId)
    expect([refused.code, rulesOf(refused)]).toEqual([422, ['conflicts', 'conflict', 'conflict', 'conflict']])
    expect([await s.openStays(planId), await s.state(planId)]).toEqual([0, 'simulated'])
    expect((await s.commitPlan(planId, runId, { conflictFree: true })).data).toEqual({ placed: 21, conflicts: 3 })
    expect([await s.openStays(planId), await s.state(planId), (await s.card(planId, runId)).conflicts]).toEqual([21, 'committed', 3])
    expect(
      (
        await s.db.query(
          sql`select 1 from dorm_stay where tenant_id = ${s.tenantId} and batch_id = ${planId} and (source <> 'presort' or state <> 'reserved' or planned_in <> ${day(20)}::date)`,
        )
      ).length,
    ).toBe(0)
    await s.db.query(sql`update student set grade = 2024 where tenant_id = ${s.tenantId} and id = any(${strangers.map(x => x.id)}::uuid[])`)
  })
  it('20-DP8 lets one plan a building through at a time, and the other reads which and since when', async () => {
    const [one, two] = [await s.plan(), await s.plan()]
    const answers = await Promise.all([s.commitPlan(one.planId, one.runId), s.commitPlan(two.planId, two.runId)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(['busy', 'overlap']).toContain(rulesOf(answers.find(a => a.code === 422) as Answer<unknown>)[0])
    const three = await s.plan({ studentFilter: { classIds: [s.ids.a2301] } }).catch(() => undefined)
    expect(three).toBeUndefined()
    const lost = answers[0]?.code === 422 ? one : two
    await s.db.query(sql`update presort_plan set state = 'closed' where tenant_id = ${s.tenantId} and state = 'committed'`)
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId}`)
    const [name] = await s.db.query<{ name: string }>(
      sql`with c as (insert into presort_commit (tenant_id, dorm_id, plan_id, since) select ${s.tenantId}, ${s.dorms.women}, id, ${'2099-01-01T10:02:00+08:00'} from presort_plan where tenant_id = ${s.tenantId} and state = 'closed' order by created_at limit 1 returning plan_id) select p.name from presort_plan p join c on c.plan_id = p.id`,
    )
    const busy = await s.commitPlan(lost.planId, lost.runId)
    expect([rulesOf(busy), busy.msg.includes('10:02'), busy.msg.includes(name?.name ?? '?')]).toEqual([['busy'], true, true])
    await s.db.query(sql`delete from presort_commit where tenant_id = ${s.tenantId}`)
    expect((await s.commitPlan(lost.planId, lost.runId)).code).toBe(200)
  })
  it('20-DP9 is undone as a whole within its hours until somebody moves in; students hear and see nothing before it is published', async () => {
    const { planId, runId } = await s.plan()
    const mine = async () => (await ok(s.mei.get<unknown[]>('dorm/dormStay/mine'))).length
    await ok(s.commitPlan(planId, runId))
    expect([await mine(), (await s.told('dormitory.bedAssigned')).length]).toEqual([0, 0])
    // neither the door nor the scheduled job reveals it
    const doors = (await s.officer.get<Array<{ code: string }>>('dorm/dormStay/doorCodes', { dormId: s.dorms.women })).data
    for (const { code } of doors) expect(rulesOf(await s.mei.post('dorm/dormStay/checkInByDoor', { code }))).toEqual(['none'])
    await s.db.query(sql`update dorm_stay set planned_in = ${day(0)}::date where tenant_id = ${s.tenantId} and batch_id = ${planId}`)
    await remind(s.db)
    expect(await s.told('dormitory.checkInOpen')).toEqual([])
    expect((await s.officer.post('dorm/presortPlan/undo', { id: planId })).data).toEqual({ released: 24 })
    expect([await s.openStays(planId), await s.state(planId), (await s.told('dormitory.bedReleased')).length]).toEqual([0, 'undone', 0])
    await ok(s.commitPlan(planId, await s.tried(planId)))
    await s.db.query(sql`update presort_plan set committed_at = now() - interval '25 hours' where tenant_id = ${s.tenantId} and id = ${planId}`)
    expect(rulesOf(await s.officer.post('dorm/presortPlan/undo', { id: planId }))).toEqual(['late'])
    await s.db.query(sql`update presort_plan set committed_at = now() where tenant_id = ${s.tenantId} and id = ${planId}`)
    await s.db.query(
      sql`update dorm_stay set state = 'checkedIn', check_in_at = now() where tenant_id = ${s.tenantId} and batch_id = ${planId} and student_id = ${s.soft[3]?.id} and is_open`,
    )
    expect(rulesOf(await s.officer.post('dorm/presortPlan/undo', { id: planId }))).toEqual(['moved'])
    expect((await s.officer.post('dorm/presortPlan/publish', { id: planId })).code).toBe(200)
    expect([await mine(), (await s.told('dormitory.presortPublished', s.mei.userId)).length]).toEqual([1, 1])
    const found = await ok(s.mei.get<OutputOf<typeof myWish>>('dorm/presortWish/mine'))
    expect(found.result?.bed).toContain('兰苑1栋')
    expect(found.result?.reasons.map(r => r?.rule)).toContain('class')
    expect(rulesOf(await s.officer.post('dorm/presortPlan/undo', { id: planId }))).toEqual(['state'])
    expect((await s.officer.post('dorm/presortPlan/close', { id: planId })).code).toBe(200)
    expect((await s.officer.post<{ id: string }>('dorm/presortPlan/copy', { id: planId })).code).toBe(200)
  })
  it('20-DP8 grants rooms to classes, which rounds of claims take over, and no second plan gets them', async () => {
    const { planId, runId } = await s.plan({ mode: 'toClass' })
    expect((await s.runsOf(planId))[0]?.measures).toMatchObject({ students: 24, placed: 24 })
    expect((await s.commitPlan(planId, runId)).data).toMatchObject({ placed: 24 })
    const [pool] = await ok(s.officer.get<Array<OutputOf<typeof grantedPools>>>('dorm/presortPlan/pools'))
    expect([pool?.id, new Set(pool?.pool?.grants.flatMap(g => g.classIds))]).toEqual([planId, new Set([s.ids.s2301, s.ids.a2301])])
    const second = await s.plan({ mode: 'toCollege' })
    expect(rulesOf(await s.commitPlan(second.planId, second.runId))).toEqual(['overlap'])
    const [row] = await s.db.query<{ room: string }>(sql`select room_id as room from presort_line where tenant_id = ${s.tenantId} and run_id = ${runId} limit 1`)
    await expect(s.db.query(sql`update presort_line set is_granted = true, room_id = ${row?.room} where tenant_id = ${s.tenantId} and run_id = ${second.runId}`)).rejects.toThrow()
    const below = await s.plan({ poolFilter: { fromPlanId: planId } })
    expect((await s.commitPlan(below.planId, below.runId)).data).toEqual({ placed: 24, conflicts: 0 })
    // people who assign granted rooms are notified on publication, not before
    expect(await s.told('dormitory.roomsGranted')).toEqual([])
    expect((await s.officer.post('dorm/presortPlan/publish', { id: planId })).code).toBe(200)
    const heard = await s.told('dormitory.roomsGranted')
    expect(heard.map(h => h.values?.beds)).toEqual([expect.any(Number), expect.any(Number)])
    expect(heard.reduce((sum, h) => sum + Number(h.values?.beds), 0)).toBe(24)
    expect(heard.some(h => h.to.includes(s.fdy.userId))).toBe(true)
  })
})
