import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { graduationItem } from '../audit/model/item.ts'
import { endNotices, type GraduationSchool, graduationSchool, ok, type Pupil, rulesOf } from '../testing.ts'
import { graduationClearance, type myClearance } from './model/clearance.ts'
import { openDue } from './server/jobs.ts'

let s: GraduationSchool
let opened: Array<Record<string, unknown>>
beforeAll(async () => {
  s = await graduationSchool()
  opened = captureEvents(s.server, 'student.clearanceOpened')
})
afterAll(() => s.close())
const PATH = 'graduation/graduationClearance'
type Mine = OutputOf<typeof myClearance>
const mine = async (who: Pupil) => (await who.actor.get<Mine[]>(`${PATH}/mine`)).data
const stateOf = async (who: Pupil, name: string) => (await mine(who)).find(i => i.name === name)?.state
const rowOf = async (who: Pupil, code: string) => {
  const item = await s.db.unscoped(graduationItem).find({ code, use: 'leaving' })
  return s.db.unscoped(graduationClearance).find({ studentId: who.id, itemId: item?.id ?? '' })
}
async function leaver(endsInHours = 100): Promise<{ pupil: Pupil; batchId: string }> {
  const pupil = await s.pupil()
  await s.passes(pupil, true)
  return { pupil, batchId: await s.published([pupil], { endTime: new Date(Date.now() + endsInHours * HOUR_MS).toISOString() }) }
}
describe('30-GR8 the leaving list', () => {
  it('opens so many days before the batch ends, once, and tells owners and students', async () => {
    const { pupil, batchId } = await leaver(24 * 40)
    await openDue(s.db)
    expect(await mine(pupil)).toEqual([])
    await openDue(s.db, Date.now() + 11 * DAY_MS)
    await openDue(s.db, Date.now() + 11 * DAY_MS)
    await s.server.settle()
    expect((await mine(pupil)).map(i => i.name)).toEqual(['退宿', '欠费', '助学贷款毕业确认', '档案去向', '团组织关系转出', '待办事项', '图书归还', '校园卡注销'])
    expect(opened.filter(o => o.studentId === pupil.id)).toHaveLength(1)
    expect(await s.db.unscoped(graduationClearance).count({ batchId, studentId: pupil.id })).toBe(8)
  })
  it('opens at once for whoever leaves early, and follows the owners’ events, never a hand', async () => {
    const pupil = await s.pupil()
    await s.db.tx(db => moveStatus(db, { studentId: pupil.id, to: 'withdrawn', effectiveDate: today() }))
    await s.server.settle()
    const row = await rowOf(pupil, 'dormitory')
    expect(row).toMatchObject({ batchId: null, state: 'done' })
    expect(rulesOf(await s.officer.post(`${PATH}/tick`, { ids: [(await rowOf(pupil, 'fee'))?.id] }))).toEqual(['declared'])
    await s.db.update(graduationClearance, row?.id ?? '', { state: 'open', doneAt: null, byId: null })
    await s.db.emit('dormitory.stayEnded', { studentId: pupil.id })
    await s.server.settle()
    expect(await stateOf(pupil, '退宿')).toBe('done')
  })
  it('lets the school tick its own items, waive them with a reason, and take both back', async () => {
    const { pupil } = await leaver()
    await openDue(s.db)
    const [library, card] = [(await rowOf(pupil, 'library'))?.id, (await rowOf(pupil, 'card'))?.id]
    ok(await s.college.post(`${PATH}/tick`, { ids: [library] }))
    ok(await s.college.post(`${PATH}/waive`, { ids: [card], reason: '没有办卡' }))
    expect([await stateOf(pupil, '图书归还'), await stateOf(pupil, '校园卡注销')]).toEqual(['done', 'waived'])
    ok(await s.college.post(`${PATH}/reopen`, { ids: [library, card] }))
    expect([await stateOf(pupil, '图书归还'), await stateOf(pupil, '校园卡注销')]).toEqual(['open', 'open'])
    const item = await s.db.unscoped(graduationItem).find({ code: 'library' })
    const answer = await s.officer.get<{ result: Array<{ id: string; version: number }> }>('graduation/graduationMark/list', { itemId: item?.id, studentId: pupil.id })
    const [mark] = answer.data.result
    ok(await s.officer.post('graduation/graduationMark/update', { id: mark?.id, version: mark?.version, isMet: true }))
    expect(await stateOf(pupil, '图书归还')).toBe('done')
  })
  it('keeps the certificate only for an item that is required; fees never are', async () => {
    await setParams(s, 'graduation', { schoolCode: '12345' })
    const item = await s.db.unscoped(graduationItem).find({ code: 'library' })
    await s.db.update(graduationItem, item?.id ?? '', { isBlocking: true })
    const { pupil, batchId } = await leaver()
    await openDue(s.db)
    ok(await s.officer.post('graduation/graduationAudit/decide', { batchId }))
    ok(await s.officer.post('graduation/graduationAudit/approve', { batchId }))
    ok(await s.officer.post('graduation/graduationAudit/publicise', { batchId }))
    await endNotices(s)
    const { data } = await s.officer.get<{ count: number; first: string }>('graduation/graduationCertificate/previewNumbers', { batchId, kind: 'study' })
    ok(await s.officer.post('graduation/graduationCertificate/number', { batchId, kind: 'study', count: data.count, first: data.first }))
    const give = async () => s.officer.post('graduation/graduationCertificate/handOut', { batchId, studentNo: (await s.record(pupil.id)).studentNo })
    expect(rulesOf(await give())).toEqual(['clearance'])
    ok(await s.officer.post(`${PATH}/tick`, { ids: [(await rowOf(pupil, 'library'))?.id] }))
    expect((await give()).code).toBe(200)
    const fee = await s.db.unscoped(graduationItem).find({ code: 'fee', use: 'leaving' })
    expect(rulesOf(await s.officer.post('graduation/graduationItem/update', { id: fee?.id, version: fee?.version, isBlocking: true }))).toEqual(['warningOnly'])
  })
})
