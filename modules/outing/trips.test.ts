import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { gcj02Of } from '#model/geo.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { placeCampus } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { goingOut } from './model/going-out.ts'
import { asksSafe, schoolNights } from './model/rules.ts'
import { askSafe, escalateOverdue, expireTrips, forgetPositions } from './server/jobs.ts'
import { objectionsTo, validate } from './server/trips.ts'
import { approveAs, at, formOf, type OutingSchool, outingSchool, register, registered, ruleOf } from './testing.ts'

let s: OutingSchool
let told: (event: string) => Promise<SentNotification[]>
const POINT = { latitude: 26.58, longitude: 106.71 }
const FAR = { latitude: 26.7, longitude: 106.71 }
beforeAll(async () => {
  s = await outingSchool()
  told = captureNotifications(s.server)
  await placeCampus(s)
  await setParams(s, 'outing', { mode: 'register' })
})
afterAll(() => s.close())
beforeEach(async () => {
  for (const row of await s.db.unscoped(goingOut).all({ state: ['registered', 'out', 'overdue', 'pending'] })) await s.db.update(goingOut, row.id, { state: 'cancelled' })
})
const verb = (name: string, id: string, more: Record<string, unknown> = {}, who = s.me) => who.post(`outing/goingOut/${name}`, { id, ...more })
const about = async (event: string, id: string): Promise<SentNotification[]> => (await told(event)).filter(h => h.bizId === id)

describe('registering', () => {
  it('20-G1 a weekend afternoon needs no approval', async () => {
    const answer = await register(s)
    expect([answer.code, answer.data.state]).toEqual([200, 'registered'])
  })
  it('20-G1 a missed lesson leads to a leave, and says which lesson', async () => {
    const answer = await register(s, { outPlanned: at(s.monday, '08:30'), backPlanned: at(s.monday, '11:00') })
    expect([ruleOf(answer), answer.errors[0]?.msg]).toEqual(['lesson', expect.stringContaining('数据库应用')])
    expect((await register(s, { outPlanned: at(s.monday, '13:00'), backPlanned: at(s.monday, '18:00') })).code).toBe(200)
  })
  it('20-G1 a night away before a school day leads to a leave; the nights of a weekend do not', async () => {
    expect(ruleOf(await register(s, { outPlanned: at(addDays(s.saturday, 1), '13:00'), backPlanned: at(addDays(s.saturday, 2), '07:30') }))).toBe('night')
    expect((await register(s, { outPlanned: at(addDays(s.saturday, -1), '18:00'), backPlanned: at(addDays(s.saturday, 1), '20:00') })).code).toBe(200)
    expect(schoolNights({ outPlanned: at('2026-09-25', '18:00'), backPlanned: at('2026-09-28', '08:00') }, d => d === '2026-09-28')).toEqual(['2026-09-27'])
  })
  it('20-G1 where the school approves trips, the counsellor decides before it holds', async () => {
    await setParams(s, 'outing', { mode: 'approve' })
    const { data } = await register(s)
    expect(data).toMatchObject({ state: 'pending', instanceId: expect.any(String) })
    await approveAs(s.fdy, data.instanceId)
    expect((await s.trip(data.id)).state).toBe('registered')
    await setParams(s, 'outing', { mode: 'register' })
  })
  it('ends with the status of a student who goes: what is asked for, what is planned, what runs', async () => {
    const goer = await s.newStudent(s.ids.s2301, '离校生')
    await setParams(s, 'outing', { mode: 'approve' })
    const asked = (await register(s, {}, goer.actor)).data
    await setParams(s, 'outing', { mode: 'register' })
    const day = (n: number) => ({ outPlanned: at(addDays(s.saturday, n), '13:00'), backPlanned: at(addDays(s.saturday, n), '20:00') })
    const [planned, running] = [await registered(s, day(7), goer.actor), await registered(s, day(8), goer.actor)]
    await s.shift(running, -2, 2, { state: 'out' })
    await s.db.emit('student.statusChanged', { studentId: goer.id, from: 'active', to: 'withdrawn' })
    await s.server.settle()
    expect(await Promise.all([asked.id, planned, running].map(async id => (await s.trip(id)).state))).toEqual(['cancelled', 'cancelled', 'back'])
    expect(await s.db.query(sql`select state from process_instance where id = ${asked.instanceId}`)).toEqual([{ state: 'cancelled' }])
  })
  it('20-G5 a group whose leader takes the application back holds nobody', async () => {
    await setParams(s, 'outing', { mode: 'approve' })
    const [leader, member] = [await s.newStudent(s.ids.s2301, '钱多'), await s.newStudent(s.ids.s2301, '孙莉')]
    const [row] = await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${member.id}`)
    const { data } = await register(s, { members: [row?.no ?? ''] }, leader.actor)
    expect((await verb('withdraw', data.id, {}, leader.actor)).code).toBe(200)
    await setParams(s, 'outing', { mode: 'register' })
    expect((await s.db.unscoped(goingOut).all({ groupId: data.id })).map(t => t.state)).toEqual(['cancelled'])
  })
  it('refuses codes that are in no code set of the school, in the form of an action as in a record', async () => {
    for (const [field, value] of [
      ['purpose', 'moon'],
      ['transport', 'ufo'],
    ]) {
      const answer = await register(s, { [field as string]: value }, (await s.newStudent(s.ids.s2301)).actor)
      expect([answer.code, answer.errors[0]?.field, answer.errors[0]?.rule]).toEqual([422, field, 'value.choice'])
    }
  })
  it('refuses a return before the start, a region that is none, and a second trip at the same time', async () => {
    expect(ruleOf(await register(s, { backPlanned: at(s.saturday, '12:00') }))).toBe('order')
    expect(ruleOf(await register(s, { cantonCode: '999999' }))).toBe('cantonUnknown')
    await registered(s)
    expect(ruleOf(await register(s, { place: '西单' }))).toBe('overlap')
  })
  it('is not in its own way when an approver corrects it, but others of the student are', async () => {
    const [sunday, id] = [{ outPlanned: at(addDays(s.saturday, 1), '09:00'), backPlanned: at(addDays(s.saturday, 1), '11:00') }, await registered(s)]
    await registered(s, sunday)
    const [who, row] = [(await studentsOf(s.db, [s.studentId])).get(s.studentId), await s.trip(id)]
    if (!who) throw new Error('no student')
    await expect(validate(s.db, who, row, id)).resolves.toBeUndefined()
    for (const [form, self] of [[row, undefined] as const, [{ ...row, ...sunday }, id] as const])
      await expect(validate(s.db, who, form, self)).rejects.toMatchObject({ issues: [{ rule: 'outing.goingOut.overlap' }] })
  })
  it('lets one of five registrations at the same moment through', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => register(s, { place: `地点${n}` })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  })
})

describe('going and coming', () => {
  it('20-G2 the gate sees somebody go and come back', async () => {
    const id = await registered(s)
    await s.shift(id, -3, 2)
    const pass = (direction: string, hours: number) =>
      s.db.emit('dormitory.passage', { studentId: s.studentId, direction, eventAt: new Date(Date.now() + hours * HOUR_MS).toISOString() })
    await pass('out', -2.9)
    await s.server.settle()
    expect(await s.trip(id)).toMatchObject({ state: 'out', outWay: 'gate' })
    await pass('in', -0.1)
    await s.server.settle()
    expect(await s.trip(id)).toMatchObject({ state: 'back', backWay: 'gate' })
  })
  it('20-G2 a position counts only where it fits: back near the school, out away from it', async () => {
    const id = await registered(s)
    await s.shift(id, -1, 2)
    expect(ruleOf(await verb('leave', id, POINT))).toBe('near')
    expect((await verb('leave', id, FAR)).code).toBe(200)
    expect(ruleOf(await verb('comeBack', id, FAR))).toBe('far')
    expect(ruleOf(await verb('comeBack', id))).toBe('noPosition')
    expect(ruleOf(await verb('comeBack', id, { ...POINT, accuracy: 5000 }))).toBe('inaccurate')
    const map = gcj02Of(POINT)
    const onMap = { latitude: Number(map.latitude.toFixed(6)), longitude: Number(map.longitude.toFixed(6)) }
    expect((await verb('comeBack', id, { ...onMap, accuracy: 10, system: 'gcj02' })).code).toBe(200)
    expect(await s.trip(id)).toMatchObject({ state: 'back', backWay: 'location' })
  })
  it('20-G2 by hand a counsellor needs a note, the student hears of it, and other classes stay out of reach', async () => {
    const id = await registered(s)
    await s.shift(id, -3, -1, { state: 'out', outAt: new Date(Date.now() - 3 * HOUR_MS).toISOString() })
    expect((await s.fdy.post('outing/goingOut/close', { ids: [id] })).code).toBe(400)
    expect((await s.teacher.post('outing/goingOut/close', { ids: [id], note: '电话确认已到宿舍' })).code).toBe(404)
    expect((await s.fdy.post('outing/goingOut/close', { ids: [id], note: '电话确认已到宿舍' })).code).toBe(200)
    expect(await s.trip(id)).toMatchObject({ state: 'back', backWay: 'staff', wayNote: '电话确认已到宿舍' })
    expect((await about('outing.noted', id))[0]?.values).toMatchObject({ note: '电话确认已到宿舍' })
  })
  it('20-G3 an hour late the student hears, two hours late the counsellor, each once', async () => {
    const id = await registered(s)
    await s.shift(id, -6, -0.9, { state: 'out' })
    await escalateOverdue(s.db)
    expect([(await about('outing.late', id)).length, (await s.trip(id)).state]).toEqual([0, 'out'])
    await s.shift(id, -6, -1)
    await escalateOverdue(s.db)
    await s.shift(id, -6, -1.9)
    await escalateOverdue(s.db)
    expect([(await about('outing.late', id)).length, (await about('outing.lateFdy', id)).length, (await s.trip(id)).state]).toEqual([1, 0, 'overdue'])
    await s.shift(id, -6, -2)
    await escalateOverdue(s.db)
    await escalateOverdue(s.db)
    const heard = await about('outing.lateFdy', id)
    expect([(await about('outing.late', id)).length, heard.length, heard[0]?.to]).toEqual([1, 1, [s.fdy.userId]])
  })
  it('20-G3 nobody who comes back in the same moment is called late', async () => {
    const id = await registered(s)
    await s.shift(id, -6, -1.5, { state: 'out' })
    await s.db.tx(async back => {
      await back.update(goingOut, id, { state: 'back', backAt: new Date().toISOString() })
      expect(await s.db.tx(clock => escalateOverdue(clock))).toBe(0)
    })
    expect((await s.trip(id)).state).toBe('back')
  })
  it('20-G4 a long trip asks for one sign of life a day; a position is kept only where it was given, and only so long', async () => {
    const id = await registered(s)
    await s.shift(id, -60, 10, { state: 'out' })
    expect(await askSafe(s.db)).toBe(1)
    expect((await verb('safe', id)).code).toBe(200)
    expect((await s.trip(id)).safeReports).toEqual([{ at: expect.any(String) }])
    expect(await askSafe(s.db)).toBe(0)
    await verb('safe', id, FAR)
    expect((await s.trip(id)).safeReports?.[1]).toMatchObject(FAR)
    await s.shift(id, -200 * 24, -190 * 24)
    await forgetPositions(s.db)
    expect((await s.trip(id)).safeReports?.map(r => Object.keys(r))).toEqual([['at'], ['at']])
  })
  it('20-G4 a short trip asks for nothing', () => {
    const row = { state: 'out', lastSafeAt: null, outPlanned: at('2026-09-26', '08:00'), backPlanned: at('2026-09-27', '08:00') }
    expect([asksSafe(row, 1), asksSafe({ ...row, backPlanned: at('2026-09-27', '08:01') }, 1)]).toEqual([false, true])
  })
})

describe('a group', () => {
  it('20-G5 members confirm by themselves, the leader calls the roll, and who never confirmed is not out', async () => {
    const [lina, zhao, wu] = [await s.newStudent(s.ids.s2301, '李娜'), await s.newStudent(s.ids.s2301, '赵强'), await s.newStudent(s.ids.n2301, '吴磊')]
    const rows = await s.db.query<{ id: string; no: string }>(sql`select id, student_no as no from student where id = any(${[lina.id, zhao.id, wu.id]}::uuid[])`)
    const leaderId = await registered(s, { members: rows.map(r => r.no) })
    const trips = await s.db.unscoped(goingOut).all({ groupId: leaderId })
    const of = (studentId: string): string => trips.find(t => t.studentId === studentId)?.id ?? ''
    expect(trips.map(t => t.confirmedAt)).toEqual([null, null, null])
    const listed = (await s.me.get<Array<{ id: string; members: Array<{ name: string }> }>>('outing/goingOut/mine')).data.find(t => t.id === leaderId)
    expect(listed?.members.map(m => m.name).sort()).toEqual(rows.map(r => r.no).sort())
    const busy = await register(s, { members: [rows[0]?.no ?? ''] }, (await s.newStudent(s.ids.s2301, '第三人')).actor)
    expect([ruleOf(busy), busy.msg.includes('王府井')]).toEqual(['memberBusy', false])
    expect((await about('outing.invited', of(lina.id)))[0]?.to).toEqual([lina.actor.userId])
    const asked = async () =>
      (await s.db.query<{ state: string }>(sql`select state from todo where tenant_id = ${s.tenantId} and biz_type = 'goingOut' and biz_id = ${of(wu.id)}`)).map(t => t.state)
    for (const who of [lina, zhao]) expect((await verb('confirm', of(who.id), {}, who.actor)).code).toBe(200)
    await s.shift(leaderId, -5, 1, { state: 'out' })
    for (const t of trips) await s.shift(t.id, -5, 1)
    expect(await asked()).toEqual(['open'])
    expect(await expireTrips(s.db)).toBe(1)
    expect([(await s.trip(of(wu.id))).state, ...(await asked())]).toEqual(['cancelled', 'cancelled'])
    expect((await verb('roll', of(lina.id), { presentIds: [of(zhao.id)] }, lina.actor)).code).toBe(422)
    const roll = await verb('roll', leaderId, { presentIds: [of(lina.id)] })
    expect(roll.data).toEqual({ back: 1, missing: 1 })
    expect([(await s.trip(of(lina.id))).backWay, (await s.trip(of(zhao.id))).state]).toEqual(['leader', 'registered'])
  })
  it('20-G5 judges and asks a whole group with as many statements as one member, and takes all of them or nobody', async () => {
    const members = [await s.newStudent(s.ids.s2301), await s.newStudent(s.ids.s2301), await s.newStudent(s.ids.n2301)]
    const found = [...(await studentsOf(s.db, [s.studentId, ...members.map(m => m.id)])).values()]
    const statements = vi.spyOn(s.db, 'query')
    const spent = async (whos: typeof found): Promise<number> => {
      statements.mockClear()
      expect(await objectionsTo(s.db, whos, formOf(s))).toEqual(whos.map(() => []))
      return statements.mock.calls.length
    }
    expect(await spent(found)).toBe(await spent(found.slice(0, 1)))
    statements.mockRestore()
    const numbers = found.filter(w => w.id !== s.studentId).map(w => w.studentNo ?? '')
    expect(ruleOf(await register(s, { members: [...numbers, '20990101'] }))).toBe('memberUnknown')
    await s.db.query(sql`update student set status = 'suspended' where id = ${members[1]?.id}`)
    const refused = await register(s, { members: numbers })
    expect([ruleOf(refused), refused.msg.includes(found.find(w => w.id === members[1]?.id)?.studentNo ?? '-')]).toEqual(['memberBusy', true])
    expect(await s.db.unscoped(goingOut).count({ studentId: members.map(m => m.id) })).toBe(0)
    await s.db.query(sql`update student set status = 'active' where id = ${members[1]?.id}`)
    const leaderId = await registered(s, { members: numbers })
    const trips = await s.db.unscoped(goingOut).all({ groupId: leaderId })
    for (const { id, actor } of members) {
      const trip = trips.find(t => t.studentId === id)?.id ?? ''
      expect((await about('outing.invited', trip)).map(h => h.to)).toEqual([[actor.userId]])
      expect(
        (await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and user_id = ${actor.userId} and biz_type = 'goingOut' and biz_id = ${trip} and state = 'open'`))
          .length,
      ).toBe(1)
    }
  })
})

describe('where everybody is', () => {
  it('counts by province and city, for the reader’s own students only', async () => {
    const other = await s.newStudent(s.ids.a2301, '孙悦')
    for (const who of [s.me, other.actor]) await s.shift(await registered(s, {}, who), -1, 3, { state: 'out' })
    const track = async (who = s.fdy) => (await who.get<{ out: number; places: Array<{ code: string; count: number; cities: unknown[] }> }>('outing/goingOut/track')).data
    expect((await track()).out).toBe(1)
    expect(await track(s.officer)).toMatchObject({ out: 2, places: [{ code: '110000', count: 2, cities: [{ count: 2 }] }] })
  })
})
