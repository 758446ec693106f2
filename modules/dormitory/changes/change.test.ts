import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { findPeople } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { dormViolation } from '../checks/model/violation.ts'
import { dormPatrol } from '../nights/model/night-line.ts'
import { dormRoom } from '../places/model/places.ts'
import { fees } from '../places/server/fees.ts'
import { day, rulesOf } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { expireHolds } from '../stays/server/arrange.ts'
import { approveAs, todoOf } from '../stays/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { bedsForMe } from './model/actions.ts'
import type { changeApplication } from './model/application.ts'
import { dormChange } from './model/dorm-change.ts'
import { executeDue, warnHolds } from './server/jobs.ts'
import { type ChangeForm, type ChangeSchool, changeSchool, form } from './testing.ts'

let s: ChangeSchool
let mei: Resident
let yun: Resident
let lan: Resident
beforeAll(async () => {
  s = await changeSchool()
  ;({ mei, yun, lan } = s)
})
afterAll(() => s.close())
beforeEach(() => s.clear())

describe('asking for a free bed', () => {
  it('20-DM1 holds it until the decision, promises it after the approval, and lives in it from its day on', async () => {
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const held = (await s.db.unscoped(dormStay).all({ studentId: mei.id, kind: 'change', isOpen: true }))[0]
    expect([held?.state, held?.plannedIn, Math.round((Date.parse(held?.holdUntil ?? '') - Date.now()) / (24 * HOUR_MS))]).toEqual(['held', day(3), 7])
    // nobody else can take it meanwhile
    expect(rulesOf(await s.apply(yun, form({ toBedId: s.bed(8) })))).toEqual(['taken'])
    await s.agreed(made.id)
    expect([(await s.row(made.id)).state, await s.openStays(mei)]).toEqual([
      'approved',
      [
        ['main', 'checkedIn', mei.bedId],
        ['change', 'reserved', s.bed(8)],
      ],
    ])
    expect((await s.told('dormitory.changeMoves')).some(h => h.bizId === made.id)).toBe(true)
    // before its date neither desk nor office can execute it
    const desk = await s.manager.post('dorm/dormStay/checkIn', { id: held?.id })
    expect([rulesOf(desk), rulesOf(await s.execute(s.manager, made.id)), await executeDue(s.db)]).toEqual([['byChange'], ['notYet'], 0])
    await s.dueToday(made.id)
    expect([await executeDue(s.db), await executeDue(s.db)]).toEqual([1, 0])
    expect([(await s.row(made.id)).state, await s.openStays(mei)]).toEqual(['executed', [['main', 'checkedIn', s.bed(8)]]])
  })
  it('20-DM1 lapses when seven days bring no decision: the bed is free, a day before everybody concerned is warned', async () => {
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const until = Date.parse((await s.row(made.id)).holdUntil ?? '')
    expect([await warnHolds(s.db, until - 25 * HOUR_MS), await warnHolds(s.db, until - 23 * HOUR_MS), await warnHolds(s.db, until - 22 * HOUR_MS)]).toEqual([0, 1, 0])
    expect((await s.told('dormitory.changeHoldEnds')).filter(h => h.bizId === made.id)).toHaveLength(1)
    await s.db.query(sql`update dorm_stay set hold_until = now() - interval '1 minute' where tenant_id = ${s.tenantId} and state = 'held'`)
    await s.db.tx(db => expireHolds(db))
    await s.server.settle()
    expect([(await s.row(made.id)).state, (await s.row(made.id)).endNote]).toEqual(['lapsed', '占位到期，床位已放出'])
    expect((await s.told('dormitory.changeLapsed')).some(h => h.bizId === made.id)).toBe(true)
    expect([await todoOf(s.fdy, made.instanceId), (await s.apply(yun, form({ toBedId: s.bed(8) }))).code]).toEqual([undefined, 200])
  })
  it('of two who want one bed at the same moment keeps one, and tells the other who has it', async () => {
    const answers = await Promise.all([mei, yun].map(who => s.apply(who, form({ toBedId: s.bed(9) }))))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(rulesOf(answers.find(a => a.code === 422) as Answer<unknown>)).toEqual(['taken'])
    expect(await s.db.unscoped(dormStay).count({ bedId: s.bed(9), isOpen: true })).toBe(1)
    expect(await s.db.unscoped(dormChange).count({ toBedId: s.bed(9), state: 'pending' })).toBe(1)
  })
  it('is refused for the own bed, a day that has passed, a bed for men, and a second application', async () => {
    expect(rulesOf(await s.apply(mei, form({ toBedId: mei.bedId })))).toEqual(['sameBed'])
    expect(rulesOf(await s.apply(mei, form({ toBedId: s.bed(8) }, { effectiveDate: day(-1) })))).toEqual(['past'])
    expect(rulesOf(await s.apply(mei, form({ toBedId: s.beds.men[8] as string })))).toEqual(['gender'])
    expect(rulesOf(await s.apply(mei, form({})))).toEqual(['bedNeeded'])
    const { changeNo } = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const second = await s.apply(mei, form({ toBedId: s.bed(10) }))
    expect([rulesOf(second).includes('running'), second.msg.includes(changeNo)]).toEqual([true, true])
  })
  it('20-DM4 is allowed once a term and not in its last thirty days; the office may with a reason', async () => {
    const first = await s.applied(mei, form({ toBedId: s.bed(8) }, { effectiveDate: today() }))
    await s.agreed(first.id)
    expect((await s.row(first.id)).state).toBe('executed')
    const again = await s.apply(mei, form({ toBedId: s.bed(10) }))
    expect([rulesOf(again), again.msg]).toEqual([['perTerm'], expect.stringContaining(first.changeNo)])
    expect(rulesOf(await s.apply(yun, form({ toBedId: s.bed(10) }, { effectiveDate: day(50) })))).toEqual(['termEnd'])
    const office = (more: object) =>
      s.officer.post<{ id: string }>('dorm/dormChange/applyFor', {
        studentNo: mei.studentNo,
        toBedId: s.bed(10),
        reason: 'repair',
        detail: '天花板渗水',
        effectiveDate: day(50),
        ...more,
      })
    expect(rulesOf(await office({}))).toEqual(['termEnd', 'perTerm'])
    const made = await office({ overrideReason: '房间漏水不能住' })
    expect([made.code, (await s.row(made.data.id)).overrideReason]).toEqual([200, '房间漏水不能住'])
    const codes = await Promise.all(
      [s.fdy, s.manager, mei.actor].map(by =>
        by.post('dorm/dormChange/applyFor', { studentNo: mei.studentNo, toBedId: s.bed(10), reason: 'repair', detail: '渗水', effectiveDate: day(3) }),
      ),
    )
    expect(codes.map(a => a.code)).toEqual([403, 403, 403])
  })
  it('20-DM5, DM6 says before it is handed in what it costs, whom one leaves and who decides', async () => {
    const prices = new Map((await s.db.unscoped(dormRoom).all()).map(r => [r.id, r.roomNo === '101' ? 80_000 : 120_000]))
    const asked = vi.spyOn(fees(s.db), 'prices').mockImplementation(async (_db, ids) => new Map(ids.flatMap(id => (prices.has(id) ? [[id, prices.get(id) as number]] : []))))
    const ahead = async (given: Partial<ChangeForm>) =>
      (await mei.actor.get<OutputOf<typeof changeApplication.preview>>('dorm/dormChange/preview', { type: 'move', effectiveDate: day(3), ...given })).data
    const far = await ahead({ toBedId: s.bed(8) })
    expect(far).toMatchObject({ leavesClassRoom: true, feeDiff: 4_000 * far.months, problems: [] })
    expect(far.steps.map(x => x?.name)).toEqual(['辅导员', '调入楼栋宿管'])
    expect((await ahead({ toBedId: s.bed(2) })).leavesClassRoom).toBe(false)
    expect((await ahead({ toBedId: s.bed(8), reason: 'roommates' })).steps[0]?.name).toBe('辅导员谈话')
    const beds = (await mei.actor.get<Array<OutputOf<typeof bedsForMe>>>('dorm/dormChange/beds', { effectiveDate: day(3) })).data
    // rooms with classmates first, none in men's buildings
    expect([beds[0]?.classmates, beds.every(r => r.dorm.endsWith('兰苑1栋')), beds.flatMap(r => r.beds.map(b => b?.id)).includes(lan.bedId)]).toEqual([1, true, false])
    expect((await mei.actor.get<OutputOf<typeof changeApplication.begin>>('dorm/dormChange/form')).data).toMatchObject({
      usedInTerm: 0,
      perTerm: 1,
      lastDay: day(49),
      problem: null,
    })
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    expect(await s.row(made.id)).toMatchObject({ feeDiff: far.feeDiff, leavesClassRoom: true })
    asked.mockRestore()
  })
  it('goes to the college as well where the room is another’s, and asks for a talk where roommates do not get on', async () => {
    const [room] = await s.db.unscoped(dormRoom).all({ dormId: s.dorms.women, roomNo: '103' })
    await s.db.update(dormRoom, room?.id ?? '', { departmentId: s.ids.art })
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }, { reason: 'roommates' }))
    const taskId = (await todoOf(s.fdy, made.instanceId)) ?? ''
    expect((await s.fdy.post('workflow/processTask/approve', { taskId })).code).toBe(422)
    expect((await s.fdy.post('workflow/processTask/approve', { taskId, fields: { talkNote: '与四人分别谈过，作息不同' } })).code).toBe(200)
    expect((await approveAs(s.college, made.instanceId)).code).toBe(200)
    const card = (await s.manager.get<OutputOf<typeof changeApplication.card>>('dorm/dormChange/card', { id: made.id })).data
    expect([card.isOtherCollege, card.from?.mates.map(m => m?.name), card.to?.mates]).toEqual([true, [yun.name], []])
    expect((await approveAs(s.manager, made.instanceId)).code).toBe(200)
    expect((await s.row(made.id)).talkNote).toContain('作息')
    await s.db.update(dormRoom, room?.id ?? '', { departmentId: null })
  })
  it('comes back to be changed, keeps its bed meanwhile, and gives it up for another', async () => {
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const taskId = await todoOf(s.fdy, made.instanceId)
    expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '换一间' })).code).toBe(200)
    expect(rulesOf(await s.apply(yun, form({ toBedId: s.bed(8) })))).toEqual(['taken'])
    const again = await mei.actor.post('dorm/dormChange/resubmit', { id: made.id, toBedId: s.bed(9), reason: 'study', detail: '换一间', effectiveDate: day(4) })
    expect([again.code, (await s.row(made.id)).toBedId, (await s.openStays(mei)).map(x => x[2])]).toEqual([200, s.bed(9), [mei.bedId, s.bed(9)]])
    expect((await mei.actor.post('dorm/dormChange/withdraw', { id: made.id })).code).toBe(200)
    expect([(await s.row(made.id)).state, await s.openStays(mei)]).toEqual(['withdrawn', [['main', 'checkedIn', mei.bedId]]])
  })
})

describe('what stands in the way on its day', () => {
  it('20-DM3 waits while somebody has not left the bed yet, tells once, and happens when they have', async () => {
    await s.db.update(dormStay, lan.stayId, { plannedOut: day(2) })
    const made = await s.applied(mei, form({ toBedId: lan.bedId }))
    await s.agreed(made.id)
    await s.dueToday(made.id)
    await executeDue(s.db)
    await executeDue(s.db)
    await s.server.settle()
    expect([(await s.row(made.id)).state, (await s.row(made.id)).problem]).toEqual(['approved', expect.stringContaining(lan.name)])
    expect((await s.told('dormitory.changeStuck')).filter(h => h.bizId === made.id)).toHaveLength(2)
    expect(rulesOf(await s.execute(s.manager, made.id))).toEqual(['stillThere'])
    await s.officer.post('dorm/dormStay/checkOut', { id: lan.stayId, reason: 'withdraw', hasKey: true, withDebts: true })
    expect([(await s.execute(s.manager, made.id)).code, await s.livesIn(mei)]).toEqual([200, [lan.bedId]])
    await s.db.update(dormStay, lan.stayId, { plannedOut: null })
  })
  it('is over for whoever studies here no longer', async () => {
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    await s.db.emit('student.statusChanged', { studentId: mei.id, from: 'active', to: 'suspended' })
    await s.server.settle()
    expect([(await s.row(made.id)).state, (await s.openStays(mei)).length]).toEqual(['cancelled', 1])
  })
})

describe('a patrol', () => {
  it('20-DM8 that finds somebody in a bed that is not theirs makes one violation draft, none for whoever lives there', async () => {
    const { id: patrolId } = await s.db.insert(dormPatrol, {
      nightDate: today(),
      dormId: s.dorms.women,
      by: s.manager.userId,
      startedAt: new Date().toISOString(),
      roomCount: 1,
      outCount: 0,
    })
    const found = (by: Actor, given: object) => by.post<{ isNew: boolean }>('dorm/dormPatrol/foundMoved', { patrolId, studentNo: mei.studentNo, roomNo: '104', ...given })
    expect(rulesOf(await found(s.manager, { roomNo: '101' }))).toEqual(['own'])
    expect(rulesOf(await found(s.manager, { roomNo: '999' }))).toEqual(['roomUnknown'])
    expect([(await found(s.manager, {})).data, (await found(s.manager, { details: '又见一次' })).data]).toEqual([{ isNew: true }, { isNew: false }])
    const drafts = await s.db.unscoped(dormViolation).all({ studentId: mei.id })
    expect(drafts.map(d => [d.type, d.state, d.sourceType, d.details.includes('101-1')])).toEqual([['privateMove', 'recorded', 'dormPatrol', true]])
    expect([(await found(s.other, {})).code, (await found(s.fdy, {})).code, (await found(mei.actor, {})).code]).toEqual([404, 403, 403])
  })
})

describe('the list', () => {
  it('shows counsellor, college and office their students, a manager what comes into their building, and students only their own page', async () => {
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    const list = async (by: Actor) =>
      (await by.get<{ result: Array<{ id: string; studentNo: string; waitsFor: string }> }>('dorm/dormChange/list', { state: 'pending' })).data.result
    for (const by of [s.fdy, s.college, s.officer, s.manager]) expect((await list(by)).map(r => r.id)).toEqual([made.id])
    expect((await list(s.officer))[0]).toMatchObject({ studentNo: mei.studentNo, waitsFor: '林知夏' })
    expect([await list(s.other), await list(await s.as({ roles: ['college'], departmentId: s.ids.art }))]).toEqual([[], []])
    expect((await s.fdy.get('dorm/dormChange/counts')).data).toEqual({ pending: 1, due: 0, stuck: 0 })
    // managers who execute changes print their slips
    const papers = (await s.manager.get<Array<{ code: string }>>('sheet/printTemplate/list', { entity: 'dormChange' })).data
    expect(papers.map(p => p.code)).toEqual(['dormChange'])
    const codes = await Promise.all([
      mei.actor.get('dorm/dormChange/list'),
      mei.actor.post('dorm/dormChange/execute', { ids: [made.id] }),
      s.fdy.post('dorm/dormChange/execute', { ids: [made.id] }),
    ])
    expect(codes.map(a => a.code)).toEqual([403, 403, 403])
    expect([(await s.execute(s.other, made.id)).code, (await lan.actor.get('dorm/dormChange/card', { id: made.id })).code]).toEqual([404, 404])
  })
})

it('goes to the managers of the building it names, otherwise of the one the student lives in', async () => {
  const managers = async (row: Record<string, unknown>) => {
    const found = await findPeople(s.db, { by: 'relation', relation: 'dormManager' }, { applicantId: mei.actor.userId, studentId: mei.id, departmentId: null, classId: null, row })
    return found.map(p => p.userId)
  }
  expect([await managers({}), await managers({ toDormId: s.dorms.men }), await managers({ dormId: s.dorms.men })]).toEqual([[s.manager.userId], [s.other.userId], [s.other.userId]])
})
