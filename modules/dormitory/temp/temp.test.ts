import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { upload } from '#testing/roster.ts'
import type { Answer } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import { approveAs, todoOf } from '../stays/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { tempApplication } from './model/application.ts'
import { tempLocation } from './model/temp-location.ts'
import { at, form, nights, type TempForm, type TempSchool, tempSchool } from './testing.ts'

let s: TempSchool
let mei: Resident
let yun: Resident
beforeAll(async () => {
  s = await tempSchool()
  ;({ mei, yun } = s)
})
afterAll(() => s.close())

describe('asking for nights elsewhere', () => {
  it('begins with the address of last time and says while it is written who decides, and what speaks against it', async () => {
    const known = () => mei.actor.get<OutputOf<typeof tempApplication.begin>>('dorm/tempLocation/form')
    expect((await known()).data).toMatchObject({ address: null, submitBefore: '20:00', maxNights: 7, termNights: 10, problem: null })
    const { id } = await s.applied(mei, form(nights(day(3), 1), { placeType: 'relative', address: '南明区花果园 5 栋' }))
    expect((await known()).data).toMatchObject({ placeType: 'relative', address: '南明区花果园 5 栋', contactName: '周建国' })
    const ahead = (span: Pick<TempForm, 'from' | 'to'>) => mei.actor.get<OutputOf<typeof tempApplication.preview>>('dorm/tempLocation/preview', span)
    const fine = (await ahead(nights(day(10), 2))).data
    expect(fine).toMatchObject({ nights: [day(10), day(11)], level: 'fdy', usedInTerm: 1, needsProof: false, problems: [] })
    expect(fine.steps.map(x => [x?.name, x?.people])).toEqual([['辅导员', '林知夏']])
    expect((await ahead(nights(day(10), 4))).data.steps.map(x => x?.name)).toEqual(['辅导员', '学院'])
    expect((await ahead(nights(day(3), 2))).data.problems.map(p => p?.rule)).toEqual(['overlap'])
    expect((await mei.actor.get<Array<OutputOf<typeof tempApplication.mine>>>('dorm/tempLocation/mine')).data.map(r => [r.id, r.can])).toEqual([[id, ['withdraw']]])
    expect((await mei.actor.post('dorm/tempLocation/withdraw', { id })).code).toBe(200)
    expect((await s.row(id)).state).toBe('withdrawn')
  })
  it('of two phones that ask for overlapping nights at once keeps one, and the database keeps them apart where nobody looked', async () => {
    await s.clear()
    const answers = await Promise.all([s.apply(mei, form(nights(day(3), 2))), s.apply(mei, form(nights(day(4), 2)))])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const refused = answers.find(a => a.code === 422)
    expect(rulesOf(refused as Answer<unknown>)).toEqual(['overlap'])
    expect(refused?.msg).toContain(answers.find(a => a.code === 200)?.data.tempNo)
    const [kept] = await s.db.unscoped(tempLocation).all({ studentId: mei.id, state: 'pending' })
    const { id: _id, tempNo: _no, ...again } = kept as NonNullable<typeof kept>
    await expect(s.db.insert(tempLocation, { ...again, createdAt: undefined, updatedAt: undefined, version: undefined } as never)).rejects.toThrow()
  })
  it('is refused for hours of the day, an end before the beginning, and for whoever has no bed here', async () => {
    await s.clear()
    expect(rulesOf(await s.apply(mei, form({ from: at(day(3), '09:00'), to: at(day(3), '21:00') })))).toEqual(['daytime'])
    // the night before a workday: Fridays and Saturdays close later
    const eve = [3, 4, 5].find(n => new Date(day(n)).getUTCDay() < 5) as number
    const late = await s.apply(mei, form({ from: at(day(eve), '23:10'), to: at(day(eve + 1), '12:00') }))
    expect([rulesOf(late), late.msg.includes('23:00')]).toEqual([['daytime'], true])
    expect(rulesOf(await s.apply(mei, form({ from: at(day(3), '18:00'), to: at(day(3), '12:00') })))).toEqual(['order'])
    const [outside] = await s.students(1)
    expect(rulesOf(await s.apply({ actor: await s.self(outside?.id ?? '') }, form(nights(day(3), 1))))).toContain('noStay')
  })
  it('20-DT1 is refused beyond seven nights at once and ten in a term, counted as they were lived, and names the way to live outside', async () => {
    await s.clear()
    const long = await s.apply(mei, form(nights(day(3), 8)))
    expect([rulesOf(long), long.msg]).toEqual([['longest'], expect.stringMatching(/最多 7 晚，这次 8 晚.*校外住宿/)])
    const first = await s.agreed(mei, form(nights(day(3), 3)))
    expect((await s.apply(mei, form(nights(day(20), 7)))).code).toBe(200)
    const more = await s.apply(mei, form(nights(day(30), 1)))
    expect([rulesOf(more), more.msg]).toEqual([['perTerm'], expect.stringContaining('已有 10 晚，加上这次 1 晚')])
    // back after one night: two may be requested again
    await s.db.update(tempLocation, first, { state: 'closed', backAt: at(day(4), '12:00'), actualNights: 1 })
    expect((await s.apply(mei, form(nights(day(30), 2)))).code).toBe(200)
    // the next term has a quota of its own
    expect((await s.apply(mei, form(nights(day(90), 3)))).code).toBe(200)
  })
  it('20-DT2 is handed in before the hour of the first night, later only with a proof', async () => {
    await s.clear()
    await setParams(s, 'dormitory', { tempSubmitBefore: '00:00' })
    const tonight = form(nights(today(), 1))
    const answer = await s.apply(mei, tonight)
    expect([rulesOf(answer), answer.errors[0]?.field]).toEqual([['late'], 'proofs'])
    expect((await mei.actor.get<OutputOf<typeof tempApplication.preview>>('dorm/tempLocation/preview', { from: tonight.from, to: tonight.to })).data).toMatchObject({
      needsProof: true,
      problems: [],
    })
    expect((await s.apply(mei, form(nights(day(1), 1)))).code).toBe(200)
    const proof = await upload<{ fileId: string }>(yun.actor, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '住院证明.pdf')
    const made = await s.applied(yun, { ...tonight, placeType: 'hospital', proofs: [proof.data.fileId] })
    expect((await s.fdy.get<OutputOf<typeof tempApplication.card>>('dorm/tempLocation/card', { id: made.id })).data.isLate).toBe(true)
    await setParams(s, 'dormitory', { tempSubmitBefore: '20:00' })
  })
  it('20-DT3 is needless under an approved leave that leaves the campus, which is named and linked', async () => {
    await s.clear()
    const [type] = await s.db.unscoped(leaveType).all()
    const away = await s.db.insert(leave, {
      ...{ leaveNo: 'QJ-DT3', studentId: yun.id, typeId: type?.id ?? '', days: 3, state: 'approved', leavesCampus: true, leavesCity: true },
      ...{ startAt: at(day(3), '08:00'), endAt: at(day(5), '18:00') },
    } as never)
    const answer = await s.apply(yun, form(nights(day(3), 2)))
    expect([rulesOf(answer), answer.msg]).toEqual([['onLeave'], expect.stringContaining('QJ-DT3')])
    const ahead = await yun.actor.get<OutputOf<typeof tempApplication.preview>>('dorm/tempLocation/preview', nights(day(3), 2))
    expect(ahead.data).toMatchObject({ leaveId: away.id, problems: [{ rule: 'onLeave' }] })
    // one night more than the leave covers
    expect((await s.apply(yun, form(nights(day(3), 3)))).code).toBe(200)
    await s.db.update(leave, away.id, { state: 'cancelled' })
  })
})

describe('deciding', () => {
  it('is the counsellor’s up to three nights and the college’s as well beyond', async () => {
    await s.clear()
    const short = await s.agreed(mei, form(nights(day(3), 3)))
    expect(await s.row(short)).toMatchObject({ state: 'approved', nights: 3, firstNight: day(3) })
    const long = await s.applied(yun, form(nights(day(3), 4)))
    await approveAs(s.fdy, long.instanceId)
    expect((await s.row(long.id)).state).toBe('pending')
    const card = await s.college.get<OutputOf<typeof tempApplication.card>>('dorm/tempLocation/card', { id: long.id })
    expect(card.data).toMatchObject({ termTotal: 4, termNights: 10, guardianInformed: true, bed: expect.stringContaining('兰苑1栋') })
    expect([card.data.address, card.data.contactPhone]).toEqual([expect.stringContaining('*'), expect.stringContaining('*')])
    await approveAs(s.college, long.instanceId)
    expect((await s.row(long.id)).state).toBe('approved')
    expect((await mei.actor.get('dorm/tempLocation/card', { id: long.id })).code).toBe(404)
  })
  it('sends back what its student changes and hands in again, judged anew', async () => {
    await s.clear()
    const made = await s.applied(mei, form(nights(day(3), 1)))
    const taskId = await todoOf(s.fdy, made.instanceId)
    expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '写清楚地址' })).code).toBe(200)
    const again = (span: Pick<TempForm, 'from' | 'to'>) => mei.actor.post('dorm/tempLocation/resubmit', { id: made.id, ...form(span) })
    expect(rulesOf(await again(nights(day(3), 9)))).toEqual(['longest'])
    expect((await again(nights(day(4), 2))).code).toBe(200)
    expect(await s.row(made.id)).toMatchObject({ state: 'pending', nights: 2, firstNight: day(4) })
    expect((await yun.actor.post('dorm/tempLocation/withdraw', { id: made.id })).code).toBe(404)
  })
})
