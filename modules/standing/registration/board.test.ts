import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { makeRole } from '#modules/system/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { approveAs, day } from '../testing.ts'
import { type Board, type RegistrationSchool, registrationSchool } from '../testing-registration.ts'
import { registrationRecord } from './model/record.ts'
import { endDeferrals, listJoined } from './server/jobs.ts'

let s: RegistrationSchool
beforeAll(async () => {
  s = await registrationSchool()
})
afterAll(() => s.close())
const board = async (by: typeof s.officer, id: string) => (await by.get<Board>('standing/registrationRecord/board', { id })).data

describe('30-SG the board', () => {
  it('goes from college to class, and the office’s batch is there for colleges and counsellors to choose', async () => {
    await s.pupil({ classId: s.ids.a2301 })
    const batchId = await s.published({ ownerDepartmentId: s.ids.art })
    await s.register(batchId, s.first.actor)
    const all = await board(s.officer, batchId)
    expect([...new Set(all.byClass.map(c => c?.college))].sort()).toEqual(['信息工程学院', '艺术设计学院'])
    expect((await board(s.college, batchId)).byClass.map(c => [c?.college, c?.label])).toEqual([['信息工程学院', '软件2301']])
    expect(all.byDay).toMatchObject([{ count: 1 }])
    for (const by of [s.officer, s.college, s.fdy]) {
      const { data } = await by.get<Array<{ id: string }>>('/api/flySource-base/process/getTaskSelect', { processType: 'registration' })
      expect(data.map(r => r.id)).toContain(batchId)
    }
  })
  it('names who is deferred again and again', async () => {
    const pupil = await s.pupil()
    const defer = async () => {
      const batchId = await s.published({ deferTo: day(20) })
      const made = await pupil.actor.post<{ instanceId: string }>('standing/registrationDeferral/apply', { batchId, reason: '在外地实习' })
      for (const by of [s.fdy, s.college]) await approveAs(by, made.data.instanceId)
      return batchId
    }
    const first = await defer()
    expect((await board(s.officer, first)).recurring).toEqual([])
    const second = await defer()
    expect((await board(s.officer, second)).recurring).toEqual([{ studentId: pupil.id, name: '周雨桐', className: '软件2301', terms: 2, deferrals: 2 }])
    await endDeferrals(s.db, day(21))
  })
})
describe('30-SG the list', () => {
  const listed = async (by: typeof s.officer, batchId: string, more: object = {}) =>
    (await by.get<{ result: Array<{ studentId: string; state: string }> }>('standing/registrationRecord/list', { batchId, size: 100, ...more })).data.result
  it('holds, while the window is open, also those who have not registered, whoever joins, and nobody who has left', async () => {
    const [late, leaver] = [await s.pupil(), await s.pupil()]
    const batchId = await s.published()
    await s.register(batchId, s.first.actor)
    const waiting = async (by = s.fdy) => (await listed(by, batchId, { state: 'unregistered' })).map(r => r.studentId)
    expect(await waiting()).toEqual(expect.arrayContaining([late.id, leaver.id]))
    expect(await waiting()).not.toContain(s.first.id)
    expect(await waiting()).not.toContain(s.other.id)
    expect(await waiting(s.officer)).toContain(s.other.id)
    await moveStatus(s.db, { studentId: leaver.id, to: 'withdrawn', effectiveDate: today() })
    const joins = await s.pupil()
    await s.server.settle()
    await Promise.all([listJoined(s.db), s.register(batchId, joins.actor)])
    expect(await waiting()).not.toContain(leaver.id)
    expect((await listed(s.officer, batchId)).filter(r => r.studentId === joins.id)).toMatchObject([{ state: 'registered' }])
    const after = await s.pupil()
    await listJoined(s.db)
    expect(await waiting()).toContain(after.id)
  })
  it('reminds those of one class alone, where the reader asks for that', async () => {
    const batchId = await s.published()
    const told = captureNotifications(s.server)
    const { msg } = await s.officer.post('standing/registrationRecord/remind', { id: batchId, classId: s.ids.a2301 })
    expect(msg).toBe('成功')
    const to = (await told('registration.remind')).flatMap(h => h.to)
    expect([to.includes(s.other.actor.userId), to.includes(s.first.actor.userId)]).toEqual([true, false])
  })
})
describe('30-SG7 the national yearly registration', () => {
  it('is exported with the result of everybody, by the columns and words of a profile', async () => {
    const batchId = await s.published()
    const away = await s.pupil()
    await s.register(batchId, s.first.actor)
    await s.db.insert(registrationRecord, { batchId, studentId: away.id, state: 'exempt' })
    await moveStatus(s.db, { studentId: away.id, to: 'suspended', effectiveDate: today(), until: day(90) })
    const [begun] = await s.db.unscoped(exportProfile).all({ dataset: 'yearRegistration' })
    expect(begun).toMatchObject({
      target: 'chsi',
      columns: expect.arrayContaining([expect.objectContaining({ title: '注册状态', codes: expect.objectContaining({ registered: '注册学籍' }) })]),
    })
    const columns = [
      { title: '学号', source: 'field', field: 'studentNo', required: true },
      { title: '证件号码', source: 'field', field: 'idNo', required: true, check: 'citizenId' },
      { title: '注册状态', source: 'field', field: 'standing', codes: { registered: '注册学籍', suspended: '休学', unregistered: '未注册' } },
    ]
    const { id: profileId } = await s.db.insert(exportProfile, {
      ...{ code: 'chsi', name: '学年电子注册', target: 'chsi', dataset: 'yearRegistration', format: 'csv', charset: 'utf8', headerRows: 1, columns: columns as never },
      ...{ fileNamePattern: '{profile}', validFrom: day(-1) },
    })
    await makeRole(s, 'registrar', ['exchange:exportProfile:make', 'student:student:export', 'student:student:reveal', 'standing:registrationRecord:list'])
    const registrar = await s.as({ roles: ['registrar'] })
    const answer = await registrar.post('exchange/exportProfile/make', { profileId, filter: { batchId } })
    const [own, other] = [await s.record(s.first.id), await s.record(away.id)]
    expect(answer.raw.toString('utf8')).toContain(`${own.studentNo},${own.idNo},注册学籍`)
    expect(answer.raw.toString('utf8')).toContain(`${other.studentNo},${other.idNo},休学`)
    expect((await s.fdy.post('exchange/exportProfile/make', { profileId, filter: { batchId } })).code).not.toBe(200)
  })
})
