import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import { day, rulesOf } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { housed, type Resident } from '../stays/testing-residents.ts'
import type { changeApplication } from './model/application.ts'
import { dormChange } from './model/dorm-change.ts'
import type { previewMass } from './model/mass-actions.ts'
import { massMove, massMoveLine } from './model/mass-move.ts'
import { executePlanned } from './server/mass-plan.ts'
import { backInTheirBeds, type ChangeSchool, changeSchool } from './testing.ts'

let s: ChangeSchool
let lan: Resident
let hao: Resident
beforeAll(async () => {
  s = await changeSchool()
  ;({ lan, hao } = s)
})
afterAll(() => s.close())
beforeEach(() => s.clear())

/** Students of the rooms from 105 on, with conflicting moves. */
let crowd: Resident[] = []
async function list(pairs: ReadonlyArray<readonly [Resident, string]>, by = s.officer): Promise<void> {
  await s.db.query(sql`delete from mass_move_line where tenant_id = ${s.tenantId} and is_open`)
  await s.db.insertMany(
    massMoveLine,
    pairs.map(([who, toBedId]) => ({ studentId: who.id, toBedId, isOpen: true, ownerId: by.userId })),
  )
}
const run = (students: number, by = s.officer) => by.post<{ id: string; students: number }>('dorm/massMove/execute', { name: '腾空维修', reason: 'repair', students })
async function imported(lines: string[][]): Promise<Job> {
  const { data } = await upload<{ jobId: string }>(s.officer, 'dorm/massMoveLine/import', await sheet(['学生', '新床位'], lines), '名单.xlsx', { mode: 'upsert' })
  const job = await settled(s.officer, data.jobId)
  return job.state === 'ready' ? commit(s.officer, job) : job
}
describe('a mass move', () => {
  beforeAll(async () => {
    crowd = await housed(s, '2', 14, 16)
  })
  beforeEach(() => backInTheirBeds(s, crowd))
  /** A ring of five, a ring of two, a chain of three into a free bed, and one into another. */
  const plan = (): Array<readonly [Resident, string]> => {
    const at = (n: number) => crowd[n] as Resident
    const ring = (ns: number[]) => ns.map((n, i) => [at(n), at(ns[(i + 1) % ns.length] as number).bedId] as const)
    return [...ring([0, 1, 2, 3, 4]), ...ring([5, 6]), [at(7), at(8).bedId], [at(8), at(9).bedId], [at(9), s.bed(40)], [at(10), s.bed(41)]]
  }
  it('20-DM7 resolves rings together, says so beforehand, moves everybody or nobody, and is undone within a day', async () => {
    await list(plan())
    const seen = (await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview')).data
    expect([seen.students, seen.rings, seen.chains, seen.problems]).toEqual([11, 2, 1, []])
    expect(seen.shown.map(c => [c?.isRing, c?.length])).toEqual([
      [true, 5],
      [false, 3],
      [true, 2],
      [false, 1],
    ])
    expect(rulesOf(await run(10))).toEqual(['changed'])
    const done = await run(11)
    expect([done.code, done.data.students]).toEqual([200, 11])
    for (const [who, to] of plan()) expect(await s.livesIn(who)).toEqual([to])
    expect(await s.db.query(sql`select 1 from dorm_stay where tenant_id = ${s.tenantId} and state = 'checkedIn' group by bed_id having count(*) > 1`)).toEqual([])
    expect(await s.db.unscoped(dormChange).count({ massMoveId: done.data.id, type: 'group', state: 'executed' })).toBe(11)
    // mass moves do not count for the term
    expect((await crowd[0]?.actor.get<OutputOf<typeof changeApplication.begin>>('dorm/dormChange/form'))?.data.usedInTerm).toBe(0)
    expect((await s.officer.post('dorm/massMove/undo', { id: done.data.id })).code).toBe(200)
    for (const [who] of plan()) expect([await s.livesIn(who), (await s.stay(who.stayId)).state]).toEqual([[who.bedId], 'checkedIn'])
    expect(rulesOf(await s.officer.post('dorm/massMove/undo', { id: done.data.id }))).toEqual(['undone'])
  })
  it('20-DM7 moves nobody when one cannot, and names everything that is wrong', async () => {
    const [a, b, c] = crowd as [Resident, Resident, Resident]
    await list([
      [a, b.bedId],
      [b, s.beds.men[3] as string],
      [c, lan.bedId],
      [hao, s.bed(42)],
    ])
    const seen = (await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview')).data
    expect(seen.problemCount).toBe(3)
    const answer = await run(4)
    expect([answer.code, rulesOf(answer).sort()]).toEqual([422, ['gender', 'gender', 'stillThere']])
    for (const who of [a, b, c, hao]) expect(await s.livesIn(who)).toEqual([who.bedId])
    await list([
      [a, s.bed(43)],
      [b, s.bed(43)],
    ])
    expect(rulesOf(await run(2))).toEqual(['bedTwice'])
  })
  it('20-DM7 stays undone where somebody has moved on since, or a day has passed', async () => {
    const [a, b] = crowd as [Resident, Resident]
    await list([
      [a, b.bedId],
      [b, a.bedId],
    ])
    const { id } = (await run(2)).data
    await s.db.query(sql`update mass_move set executed_at = now() - interval '25 hours' where id = ${id}`)
    expect(rulesOf(await s.officer.post('dorm/massMove/undo', { id }))).toEqual(['late'])
    await s.db.query(sql`update mass_move set executed_at = now() where id = ${id}`)
    const [now] = await s.db.unscoped(dormStay).all({ studentId: a.id, state: 'checkedIn' })
    await s.officer.post('dorm/dormStay/checkOut', { id: now?.id, reason: 'withdraw', hasKey: true, withDebts: true })
    const refused = await s.officer.post('dorm/massMove/undo', { id })
    expect([rulesOf(refused), await s.livesIn(b)]).toEqual([['left'], [a.bedId]])
  })
  it('20-DM7 is planned for a day to come, told to those it moves, kept from other lists, and carried out once on its day', async () => {
    const [a, b] = crowd as [Resident, Resident]
    const swap = [
      [a, b.bedId],
      [b, a.bedId],
    ] as const
    await list(swap)
    const planned = (effectiveDate: string, students = 2) =>
      s.officer.post<{ id: string }>('dorm/massMove/execute', { name: '开学调整', reason: 'repair', students, effectiveDate })
    expect([rulesOf(await planned(day(-1))), rulesOf(await planned(day(400)))]).toEqual([['past'], ['far']])
    const { id } = (await planned(day(7))).data
    expect([await s.livesIn(a), await s.livesIn(b)]).toEqual([[a.bedId], [b.bedId]])
    expect(await s.db.unscoped(massMove).one(id)).toMatchObject({ state: 'planned', effectiveDate: day(7), executedAt: null })
    expect((await s.told('dormitory.changeMoves')).filter(h => h.bizId === id)).toHaveLength(2)
    expect((await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview', { id })).data).toMatchObject({ students: 2, rings: 1, problems: [] })
    expect((await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview')).data.students).toBe(0)
    expect((await s.officer.post('dorm/massMove/clear', {})).data).toEqual({ removed: 0 })
    await expect(s.db.insert(massMoveLine, { studentId: a.id, toBedId: s.bed(44), isOpen: true, ownerId: s.officer.userId })).rejects.toThrow()
    expect(rulesOf(await s.officer.post('dorm/massMove/undo', { id }))).toEqual(['state'])
    expect(await executePlanned(s.db)).toBe(0)
    await s.db.query(sql`update mass_move set effective_date = ${day(0)}::date where id = ${id}`)
    await Promise.all([executePlanned(s.db), executePlanned(s.db)])
    expect([await s.livesIn(a), await s.livesIn(b)]).toEqual([[b.bedId], [a.bedId]])
    expect(await s.db.unscoped(dormChange).count({ massMoveId: id, state: 'executed' })).toBe(2)
    expect((await s.officer.post('dorm/massMove/undo', { id })).code).toBe(200)
    expect([await s.livesIn(a), await s.livesIn(b)]).toEqual([[a.bedId], [b.bedId]])
  })
  it('20-DM7 planned moves nobody when it no longer fits on its day: the list goes back with the reason; called off, too', async () => {
    const [a, b] = crowd as [Resident, Resident]
    const free = s.bed(45)
    const planned = async () => (await s.officer.post<{ id: string }>('dorm/massMove/execute', { name: '周末调整', reason: 'repair', students: 2, effectiveDate: day(3) })).data.id
    await list([
      [a, free],
      [b, s.bed(46)],
    ])
    const called = await planned()
    expect((await s.officer.post('dorm/massMove/cancel', { id: called })).data).toEqual({ students: 2 })
    expect(rulesOf(await s.officer.post('dorm/massMove/cancel', { id: called }))).toEqual(['state'])
    const id = await planned()
    await s.db.query(sql`update mass_move set effective_date = ${day(0)}::date where id = ${id}`)
    await s.db.query(sql`update dorm_bed set is_enabled = false where id = ${free}`)
    await executePlanned(s.db)
    await s.db.query(sql`update dorm_bed set is_enabled = true where id = ${free}`)
    expect(await s.db.unscoped(massMove).one(id)).toMatchObject({ state: 'failed', endNote: expect.stringContaining('停用') })
    expect([await s.livesIn(a), await s.livesIn(b)]).toEqual([[a.bedId], [b.bedId]])
    expect(await s.told('dormitory.massMoveStuck')).toHaveLength(1)
    expect((await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview')).data.students).toBe(2)
  })
  it('20-DM7 takes its list from a sheet of student numbers and beds, one list a student, for the office only', async () => {
    const [a, b] = crowd as [Resident, Resident]
    await list([])
    const places = await s.db.query<{ id: string; name: string }>(
      sql`select id, full_name as name from dorm_bed where tenant_id = ${s.tenantId} and id = any(${[a.bedId, b.bedId]}::uuid[])`,
    )
    const name = (id: string) => places.find(p => p.id === id)?.name ?? ''
    const lines = [
      [a.studentNo, name(b.bedId)],
      [b.studentNo, name(a.bedId)],
    ]
    const job = await imported(lines)
    expect([job.state, job.toAdd, job.errors]).toEqual(['done', 2, []])
    expect((await s.officer.get<OutputOf<typeof previewMass>>('dorm/massMove/preview')).data).toMatchObject({ students: 2, rings: 1, problems: [] })
    const codes = await Promise.all([s.manager, s.fdy, s.college, a.actor].map(by => by.get('dorm/massMove/preview')))
    expect(codes.map(x => x.code)).toEqual([403, 403, 403, 403])
    expect((await s.officer.post('dorm/massMove/clear', {})).data).toEqual({ removed: 2 })
    const kept = await s.db.query(
      sql`select 1 from operation_log where tenant_id = ${s.tenantId} and biz_type = 'massMoveLine' and action = 'remove' and user_id = ${s.officer.userId} order by id desc limit 2`,
    )
    expect(kept.length).toBe(2)
  })
})
