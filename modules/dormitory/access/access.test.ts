import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { day, refused } from '../places/testing.ts'
import type { deviceCounts, quarantineList } from './model/device-actions.ts'
import { openIncident } from './server/duty.ts'
import { passagesOf } from './server/passages.ts'
import { pullPassages } from './server/pull.ts'
import { signatureOf } from './server/signature.ts'
import { tellOvertime } from './server/visitors.ts'
import { type AccessSchool, accessSchool, door, inNight, one, push } from './testing.ts'

let s: AccessSchool
beforeAll(async () => {
  s = await accessSchool()
})
afterAll(() => s.close())

const events = () => s.counted(sql`access_event where tenant_id = ${s.tenantId}`)

const deviceId = async (code: string): Promise<string> =>
  (await s.db.query<{ id: string }>(sql`select id from access_device where tenant_id = ${s.tenantId} and code = ${code}`))[0]?.id ?? ''

describe('intake', () => {
  it('20-DA1 takes what a device signs within five minutes and nothing else, not even a row of it', async () => {
    const record = one(s.woman(0), 'in', inNight('18:30'), { seq: 1 })
    const before = await events()
    expect((await push(s, { ...s.lan, secret: 'guessed' }, [record])).code).toBe(401)
    expect((await push(s, { code: 'NOBODY', secret: s.lan.secret }, [record])).code).toBe(401)
    expect((await push(s, s.lan, [record], { signature: 'f'.repeat(64) })).code).toBe(401)
    for (const at of [Date.now() - 301_000, Date.now() + 301_000]) expect(refused(await push(s, s.lan, [record], { at }))[0]).toBe('skew')
    const elsewhere = await s.another()
    const [{ code } = { code: '' }] = await elsewhere.db.query<{ code: string }>(sql`select code from tenant where id = ${elsewhere.tenantId}`)
    expect((await push(s, s.lan, [record], { school: code })).code).toBe(401)
    const many = Array.from({ length: 1001 }, (_, n) => one(s.woman(0), 'in', inNight('18:30'), { seq: n }))
    expect(refused(await push(s, s.lan, many))).toEqual(['tooMany', '一次最多上报 1000 条，这次 1001 条'])
    await s.officer.post('dorm/accessDevice/update', { id: await deviceId('ZHU2'), version: 1, isEnabled: false })
    expect((await push(s, s.zhu, [record])).code).toBe(403)
    await s.officer.post('dorm/accessDevice/update', { id: await deviceId('ZHU2'), version: 2, isEnabled: true })
    expect(await events()).toBe(before)
    // reading devices never returns a secret
    const listed = await s.officer.get('dorm/accessDevice/list')
    expect(listed.raw.toString()).not.toContain(s.lan.secret)
  })
  it('20-DA1 stores a record once however often it comes, two deliveries at once included, and counts the repeats', async () => {
    const records = Array.from({ length: 200 }, (_, n) =>
      one(s.woman(4 + (n % 2)), 'in', inNight('12:10'), { seq: 1000 + n, eventAt: new Date(Date.parse(inNight('12:10')) + n * 1000).toISOString() }),
    )
    const before = await events()
    const answers = await Promise.all([push(s, s.lan, records), push(s, s.lan, records), push(s, s.lan, records.slice(0, 50))])
    expect(answers.map(a => a.code)).toEqual([200, 200, 200])
    expect(answers.reduce((n, a) => n + a.data.stored, 0)).toBe(200)
    expect(answers.reduce((n, a) => n + a.data.repeats, 0)).toBe(250)
    expect(await events()).toBe(before + 200)
    // counter reset: another passage under a used number is no duplicate, but its repetition is
    const anew = one(s.woman(5), 'in', inNight('12:20'), { seq: 1000 })
    expect([(await push(s, s.lan, [anew])).data.stored, (await push(s, s.lan, [anew])).data.repeats]).toEqual([1, 1])
    expect(await s.counted(sql`access_device where tenant_id = ${s.tenantId} and code = 'LAN1' and received_count = 201 and repeat_count = 251`)).toBe(1)
  })
  it('20-DA1 refuses a broken row alone and names it', async () => {
    const answer = await push(s, s.lan, [one(s.woman(2), 'in', inNight('12:31')), one(s.woman(2), 'in', 'gestern'), one(s.woman(2), 'in', inNight('12:32'), { way: 'smell' })])
    expect(answer.data).toMatchObject({ received: 3, stored: 1 })
    expect(answer.data.faults.map(f => [f.index, f.msg])).toEqual([
      [1, '时间应是日期和时间，现在是“gestern”'],
      [2, '没有“smell”这种通行方式'],
    ])
  })
  it('20-DA3 keeps apart what it cannot believe, until somebody says whose it is or how far the clock was off', async () => {
    const later = new Date(Date.now() + HOUR_MS).toISOString()
    const answer = await push(s, s.lan, [one({ studentNo: 'CARD77' }, 'in', inNight('12:40')), one(s.woman(3), 'in', later)])
    expect(answer.data).toMatchObject({ stored: 2, quarantined: 2 })
    expect((await passagesOf(s.db, { from: inNight('12:00'), to: new Date(Date.parse(later) + 1).toISOString(), studentIds: [s.woman(3).id] })).map(p => p.at)).not.toContain(later)
    const listed = await s.officer.get<Array<OutputOf<typeof quarantineList>>>('dorm/accessEvent/quarantine')
    expect(listed.data.map(q => [q.reason, q.personNo, q.count]).sort()).toEqual([
      ['futureTime', null, 1],
      ['unknownPerson', 'CARD77', 1],
    ])
    expect((await s.fdy.get('dorm/accessEvent/quarantine')).code).toBe(403)
    expect(refused(await s.officer.post('dorm/accessEvent/remap', { personNo: s.woman(0).studentNo, studentId: s.woman(3).id }))[0]).toBe('isStudentNo')
    expect((await s.officer.post<{ released: number }>('dorm/accessEvent/remap', { personNo: 'CARD77', studentId: s.woman(3).id })).data.released).toBe(1)
    expect((await push(s, s.lan, [one({ studentNo: 'CARD77' }, 'in', inNight('12:41'))])).data.quarantined).toBe(0)
    expect(refused(await s.officer.post('dorm/accessEvent/correctTime', { deviceCode: 'LAN1', minutes: 20 }))[0]).toBe('stillFuture')
    expect((await s.officer.post<{ released: number }>('dorm/accessEvent/correctTime', { deviceCode: 'LAN1', minutes: 70 })).data.released).toBe(1)
    const mine = await passagesOf(s.db, { from: inNight('12:39'), to: inNight('12:45'), studentIds: [s.woman(3).id] })
    expect(mine.map(p => p.direction)).toEqual(['in', 'in'])
    // passages outside quarantine are immutable
    await expect(s.db.query(sql`update access_event set direction = 'out' where tenant_id = ${s.tenantId} and student_id = ${s.woman(3).id}`)).rejects.toThrow()
  })
  it('20-DA1 imports a file, quarantines devices nobody knows until they are made, and leaves alone what is there', async () => {
    const rows = [s.woman(4), s.woman(5)].map(w => ['OLD9', w.studentNo, `${day(-2)} 12:50`, '进'])
    const file = await sheet(['设备编号', '人员编号', '时间', '方向'], [...rows, ['LAN1', s.woman(2).studentNo, `${day(-2)} 12:31`, '进']])
    const started = await upload<{ jobId: string }>(s.officer, 'dorm/accessEvent/import', file, '记录.xlsx', { mode: 'upsert' })
    const checked: Job = await settled(s.officer, started.data.jobId)
    expect([checked.errors, checked.toAdd, checked.unchanged]).toEqual([[], 2, 1])
    await commit(s.officer, checked)
    expect(await s.counted(sql`access_event where tenant_id = ${s.tenantId} and quarantine = 'unknownDevice' and source = 'import'`)).toBe(2)
    await door(s, 'OLD9', { gate: '东门' })
    expect(await s.counted(sql`access_event where tenant_id = ${s.tenantId} and quarantine is null and device_code = 'OLD9' and student_id is not null`)).toBe(2)
  })
  it('20-DA1 fetches from the school’s own system where it is allowed to, portion by portion, each once', async () => {
    const asked: string[] = []
    const portions: Record<string, object> = {
      '': { records: [one(s.woman(4), 'in', inNight('13:10'), { deviceCode: 'LAN1' }), one(s.woman(5), 'in', inNight('13:11'), { deviceCode: 'LAN1' })], next: 'a' },
      a: { records: [one(s.woman(4), 'in', inNight('13:12'), { deviceCode: 'LAN1' })], next: 'b' },
    }
    const system = createServer((request, reply) => {
      const since = new URL(request.url ?? '', 'http://x').searchParams.get('since') ?? ''
      asked.push(`${since} ${request.headers['x-signature'] === signatureOf('shared', String(request.headers['x-timestamp']), since)}`)
      reply.end(JSON.stringify(portions[since] ?? { records: [], next: null }))
    })
    await new Promise<void>(done => system.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(system.address() as AddressInfo).port}`
    await setParams(s, 'dormitory', { accessPullUrl: `http://${host}/passages`, accessPullSecret: 'shared' })
    await expect(pullPassages(s.db)).rejects.toThrow('内部地址')
    const shown = async (by: Actor) => (await by.get<OutputOf<typeof deviceCounts>>('dorm/accessDevice/counts')).data.pullError
    expect([await shown(s.officer), await shown(s.manager)]).toEqual([expect.stringContaining('内部地址'), null])
    vi.stubEnv('OUTBOUND_HOSTS', host)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect([await pullPassages(s.db), await pullPassages(s.db)]).toEqual([3, 0])
    expect(await shown(s.officer)).toBeNull()
    expect(asked).toEqual([' true', 'a true', 'b true', 'b true'])
    await setParams(s, 'dormitory', { accessPullUrl: '' })
    system.close()
  })
})

describe('visitors and duty', () => {
  const visit = { name: '王建国', idNo: '520102197001011234', phone: '13900001111', purpose: 'family' }
  it('20-DA9 come in once the host has agreed, and are reported when they are still there in the evening', async () => {
    await setParams(s, 'dormitory', { visitorLeaveBy: '23:59' })
    const self = await s.self(s.woman(9).id)
    const register = { ...visit, dormId: s.dorms.women, studentNo: s.woman(9).studentNo }
    const elsewhere = await Promise.all([s.man.studentNo, '99999999'].map(studentNo => s.manager.post('dorm/dormVisitor/register', { ...register, studentNo })))
    // residents of other buildings and unknown numbers get the same answer, without a name
    expect(elsewhere.map(refused).map(r => r[0])).toEqual(['unknownHost', 'unknownHost'])
    expect(elsewhere.map(e => Object.keys(e.errors[0]?.values ?? {}))).toEqual([
      ['dorm', 'studentNo'],
      ['dorm', 'studentNo'],
    ])
    expect((await s.other.post('dorm/dormVisitor/register', register)).code).toBe(404)
    const made = await s.manager.post<{ id: string }>('dorm/dormVisitor/register', register)
    expect(Object.keys(made.data).sort()).toEqual(['id', 'leaveBy'])
    const { id } = made.data
    expect(refused(await s.manager.post('dorm/dormVisitor/admit', { id }))[0]).toBe('notConfirmed')
    expect((await (await s.self(s.woman(4).id)).post('dorm/dormVisitor/answer', { id, isExpected: true })).code).toBe(404)
    expect((await self.post('dorm/dormVisitor/answer', { id, isExpected: true })).code).toBe(200)
    expect(refused(await self.post('dorm/dormVisitor/answer', { id, isExpected: false }))[0]).toBe('state')
    expect((await s.manager.post('dorm/dormVisitor/admit', { id })).code).toBe(200)
    await tellOvertime(s.db, Date.now() + 2 * DAY_MS)
    await tellOvertime(s.db, Date.now() + 2 * DAY_MS)
    expect((await s.told('dormitory.visitorOvertime', s.manager.userId)).map(h => h.values?.names)).toEqual([['王建国']])
    expect((await s.manager.post('dorm/dormVisitor/signOut', { id })).code).toBe(200)
    expect((await s.manager.get('dorm/dormVisitor/list')).raw.toString()).not.toContain(visit.idNo)
  })
  it('keeps every incident of a shift, two at once included, until it is handed over', async () => {
    await Promise.all([
      openIncident(s.db, { dormId: s.dorms.women, text: '未找到', studentIds: [s.woman(0).id] }),
      s.manager.post('dorm/dutyLog/note', { dormId: s.dorms.women, text: '二楼水管漏水', studentNos: [] }),
    ])
    const logs = await s.manager.get<{ shifts: Array<{ dutyDate: string; shift: string; incidents: Array<{ text: string }> }> }>('dorm/dutyLog/shifts')
    const [running] = logs.data.shifts
    expect(running?.incidents.map(i => i.text).sort()).toEqual(['二楼水管漏水', '未找到'])
    const handover = { dormId: s.dorms.women, dutyDate: running?.dutyDate, shift: running?.shift, handover: '钥匙已交' }
    expect((await s.other.post('dorm/dutyLog/handOver', handover)).code).toBe(404)
    expect((await s.manager.post('dorm/dutyLog/handOver', handover)).code).toBe(200)
    expect(refused(await s.manager.post('dorm/dutyLog/handOver', handover))[0]).toBe('handedOver')
    expect((await s.other.get<{ shifts: unknown[] }>('dorm/dutyLog/shifts')).data.shifts).toEqual([])
  })
})
