import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWithinHours } from '#model/hours.ts'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { screenDevice } from './model/device.ts'
import { allScreens } from './server/declared-screens.ts'
import { judged, watchDevices } from './server/jobs.ts'
import { hourOf, keepHour } from './server/snapshots.ts'

const SCREEN = 'leavedatascreenone'
const FAR = '2099-12-31'
const given = { place: '一层大厅', screens: [SCREEN], showRooms: false, showMaskedNames: false, expiresAt: FAR }

describe('what becomes of a device', () => {
  const at = (clock: string): Date => new Date(`2026-09-14T${clock}:00+08:00`)
  const device = { state: 'active', expiresAt: FAR, expiryToldAt: null, darkFrom: '23:00', darkTo: '06:30' } as const
  it('60-BS7 is dark in its hours, past midnight, too, and never without any', () => {
    expect(['22:59', '23:00', '03:00', '06:29', '06:30'].map(clock => isWithinHours('23:00', '06:30', at(clock)))).toEqual([false, true, true, true, false])
    expect(isWithinHours('08:00', '18:00', at('12:00'))).toBe(true)
    expect(isWithinHours(null, null, at('03:00'))).toBe(false)
  })
  it('is silent after half an hour in its hours, and back when it is heard again', () => {
    expect(judged(device, 29, at('12:00'))).toBeUndefined()
    expect(judged(device, 30, at('12:00'))).toMatchObject({ state: 'silent' })
    expect(judged(device, 300, at('03:00'))).toBeUndefined()
    expect(judged({ ...device, state: 'silent' }, 1, at('12:00'))).toEqual({ state: 'active' })
  })
  it('is announced fourteen days before its end, once, and over after it', () => {
    expect(judged({ ...device, expiresAt: '2026-09-28' }, 0, at('12:00'))).toHaveProperty('expiryToldAt')
    expect(judged({ ...device, expiresAt: '2026-09-29' }, 0, at('12:00'))).toBeUndefined()
    expect(judged({ ...device, expiresAt: '2026-09-28', expiryToldAt: '2026-09-14T00:00:00Z' }, 0, at('12:00'))).toBeUndefined()
    expect(judged({ ...device, expiresAt: '2026-09-13' }, 0, at('12:00'))).toEqual({ state: 'expired' })
  })
})

describe('walls and their keys', () => {
  let s: School
  let officer: Actor
  let told: ReturnType<typeof captureNotifications>
  let serial = 0
  interface Code {
    code: string
    secret: string
  }
  const shown = async (): Promise<Code> => (await s.anonymous.post<Code>('screen/screenDevice/openPairing', {})).data
  const collect = async (secret: string) => (await s.anonymous.post<{ state: string; key: string | null }>('screen/screenDevice/collect', { secret })).data
  const pair = (code: string, more: Record<string, unknown> = {}, by = officer) =>
    by.post<{ id: string }>('screen/screenDevice/pair', { code, name: `屏 ${++serial}`, ...given, ...more })
  /** A device with its key. */
  async function device(more: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
    const { code, secret } = await shown()
    const made = await pair(code, more)
    if (made.code !== 200) throw new Error(made.msg)
    return { id: made.data.id, key: (await collect(secret)).key ?? '' }
  }
  const read = (key: string, screen = SCREEN) =>
    s.anonymous.get<{ head: { by: string; area: string | null }; measures: Array<{ code: string }> }>('screen/wall/read', { screen }, { 'screen-key': key })
  beforeAll(async () => {
    s = await openSchool()
    told = captureNotifications(s.server)
    officer = await s.as({ roles: ['officer'] })
  })
  afterAll(() => s.close())

  it('60-BS1 answers a session with the screen’s permission and a key with the screen; nobody else', async () => {
    expect((await officer.get('screen/wall/read', { screen: SCREEN })).code).toBe(200)
    expect((await s.anonymous.get('screen/wall/read', { screen: SCREEN })).code).toBe(401)
    expect((await (await s.as({ roles: ['bzr'] })).get('screen/wall/read', { screen: SCREEN })).code).toBe(403)
    const { key } = await device()
    expect((await read(key)).data).toMatchObject({ head: { by: 'key', area: 'all' }, measures: [{ code: 'leave.wall' }] })
    expect((await read(key, 'dormBigScreen')).code).toBe(403)
    expect((await read(key, 'nowhere')).code).toBe(404)
    expect((await s.anonymous.get<unknown[]>('screen/wall/screens', {}, { 'screen-key': key })).data).toHaveLength(1)
  })
  it('60-BS1 with keys switched off reads what is marked open, and nothing more', async () => {
    await setParams(s, 'shell', { screenKey: false })
    const open = await s.anonymous.get<{ measures: Array<{ code: string }> }>('screen/wall/read', { screen: 'dormBigScreen' })
    const marked = allScreens()
      .find(x => x.code === 'dormBigScreen')
      ?.measures.filter(m => m.isOpen)
      .map(m => m.code)
    expect(open.data.measures.map(m => m.code).sort()).toEqual(marked?.sort())
    expect((await s.anonymous.get('screen/wall/read', { screen: SCREEN })).code).toBe(403)
    await setParams(s, 'shell', { screenKey: true })
    expect((await s.anonymous.get('screen/wall/read', { screen: 'dormBigScreen' })).code).toBe(401)
  })
  it('60-BS2 gives the key to the browser that shows the code, once, and to one device, whoever confirms at the same time', async () => {
    const { code, secret } = await shown()
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    expect(await collect(secret)).toEqual({ state: 'waiting', key: null })
    expect((await officer.get('screen/screenDevice/pairing', { code: code.toLowerCase() })).data).toMatchObject({ ip: '127.0.0.1' })
    const both = await Promise.all([pair(code), pair(code)])
    expect(both.map(b => b.code).sort()).toEqual([200, 422])
    const fetched = await Promise.all([collect(secret), collect(secret), collect(secret)])
    expect(fetched.filter(f => f.key)).toHaveLength(1)
    expect(await collect(secret)).toEqual({ state: 'gone', key: null })
    const [row] = await s.db.query<{ hash: string }>(sql`select key_hash as hash from screen_device where id = ${both.find(b => b.code === 200)?.data.id}`)
    expect(fetched.find(f => f.key)?.key).not.toContain(row?.hash)
  })
  it('60-BS2 is worth nothing after five minutes, nor with a wrong code', async () => {
    const { code, secret } = await shown()
    await s.db.query(sql`update screen_pairing set expires_at = now() - interval '1 second' where code = ${code}`)
    expect((await pair(code)).errors[0]?.rule).toBe('screen.screenDevice.codeGone')
    expect((await collect(secret)).state).toBe('gone')
    expect((await officer.get('screen/screenDevice/pairing', { code: 'ZZZZZZ' })).code).toBe(422)
  })
  it('60-BS2 is bound to its addresses: from elsewhere it is refused, and whoever paired it hears once', async () => {
    const { key } = await device({ name: '会议室', cidrs: ['10.9.0.0/16'] })
    expect((await read(key)).errors[0]?.rule).toBe('screen.foreignAddress')
    expect((await read(key)).code).toBe(403)
    expect(await told('screen.foreignAddress', officer.userId)).toMatchObject([{ values: { name: '会议室', ip: '127.0.0.1' } }])
    expect((await pair((await shown()).code, { cidrs: ['10.9.0.0/99'] })).errors[0]?.rule).toBe('screen.screenDevice.range')
  })
  it('gives no screen and no reach that its keeper lacks, and no key without end', async () => {
    const { code } = await shown()
    const keeper = await s.as({ roles: ['officer'] })
    expect((await pair(code, { screens: ['nowhere'] })).errors[0]?.rule).toBe('screen.screenDevice.unknownScreen')
    expect((await pair(code, { expiresAt: null })).code).toBe(400)
    expect((await pair(code, { expiresAt: '2020-01-01' })).errors[0]?.rule).toBe('screen.screenDevice.past')
    expect((await pair(code, { darkFrom: '23:00' })).errors[0]?.rule).toBe('screen.screenDevice.darkHalf')
    await s.db.query(sql`delete from role_menu rm using menu m where m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.permission_key = 'leave:leave:screen'`)
    await s.db.tx(async db => db.permissionsChanged())
    expect((await pair(code, {}, await s.as({ roles: ['officer'] }))).errors[0]?.rule).toBe('screen.screenDevice.lacksScreen')
    expect((await keeper.get('screen/wall/read', { screen: SCREEN })).code).toBe(403)
  })
  it('60-BS3 reads measures and nothing else', async () => {
    const [row] = await s.db.unscoped(screenDevice).all({ state: 'active' })
    const { key } = await (async () => {
      const { code, secret } = await shown()
      const made = await pair(code, { screens: ['dormBigScreen'] })
      return { id: made.data.id, key: (await collect(secret)).key ?? '' }
    })()
    expect(row).toBeDefined()
    for (const path of ['base/student/list', 'dorm/dormBed/list', 'screen/screenDevice/list', 'base/sysUser/getUserInfo', 'base/message/stream', 'dorm/dormStatistics/read'])
      expect([path, (await s.anonymous.get(path, {}, { 'screen-key': key })).status]).toEqual([path, 401])
    expect((await s.anonymous.post('screen/screenDevice/revoke', { ids: [row?.id] }, { 'screen-key': key })).status).toBe(401)
    expect((await s.anonymous.get('screen/wall/read', { screen: 'dormBigScreen' }, { 'screen-key': key })).code).toBe(200)
  })
  it('60-BS3 a wall hears that its key was revoked, and the key opens nothing more', async () => {
    const address = await s.server.app.listen({ host: '127.0.0.1', port: 0 })
    const { id, key } = await device({ screens: ['dormBigScreen'] })
    const answer = await fetch(`${address}/api/screen/wall/stream?screen=dormBigScreen&size=1920×1080`, { headers: { 'screen-key': key } })
    let heard = ''
    const ended = (async () => {
      for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) heard += part
    })()
    await expect.poll(() => heard).toContain('event: measure')
    await expect
      .poll(
        async () => (await officer.get<{ result: Array<{ id: string; runs: string | null }> }>('screen/screenDevice/list', { size: 50 })).data.result.find(d => d.id === id)?.runs,
      )
      .toBe('宿舍大屏')
    expect((await officer.post('screen/screenDevice/revoke', { ids: [id] })).data).toEqual({ count: 1 })
    expect((await read(key, 'dormBigScreen')).code).toBe(401)
    await ended
    expect(heard).toContain('event: revoked')
  })
  it('60-BS4 says whose numbers they are; a department’s key counts that department', async () => {
    const of = await s.db.insert(department, { code: 'X9', name: '信息学院', deptType: '1' })
    const { key } = await device({ screens: ['dormBigScreen'], departmentId: of.id })
    expect((await read(key, 'dormBigScreen')).data.head.area).toBe('信息学院')
  })
  it('tells whoever paired it of silence and of the end, each once', async () => {
    const { id } = await device({ name: '值班室', screens: ['dormBigScreen'], expiresAt: today() })
    await s.db.query(sql`update screen_device set created_at = now() - interval '2 hours' where id = ${id}`)
    await s.db.changed(screenDevice)
    for (let n = 0; n < 3; n++) await s.db.tx(db => watchDevices(db))
    const about = async (event: string) => (await told(event, officer.userId)).filter(t => t.values?.name === '值班室').length
    expect([await about('screen.deviceSilent'), await about('screen.keyExpiring')]).toEqual([1, 1])
    expect((await s.db.unscoped(screenDevice).one(id)).state).toBe('silent')
  })
  it('a past hour: what every measure said of the whole school is kept, shown to who sees the whole school, and to no key', async () => {
    const s = await openSchool()
    const [officer, college] = [await s.as({ roles: ['officer'] }), await s.as({ roles: ['college'] })]
    type Kept = { head: { by: string }; measures: Array<{ code: string; at: number; data: unknown }> }
    const now = new Date()
    const before = (await officer.get<Kept>('screen/wall/read', { screen: SCREEN })).data.measures
    expect(await keepHour(s.db, now)).toBeGreaterThan(20)
    // kept once: the second run of an hour changes nothing
    await keepHour(s.db, now)
    const kept = (await officer.get<Kept>('screen/wall/read', { screen: SCREEN, at: now.toISOString() })).data.measures
    expect(kept.map(m => [m.code, m.at])).toEqual([[before[0]?.code, Date.parse(hourOf(now.getTime()))]])
    expect(Object.keys(kept[0]?.data as object).sort()).toEqual(Object.keys(before[0]?.data as object).sort())
    const day = schoolDate(now)
    expect((await officer.get<unknown[]>('screen/bigScreen/hours', { screen: SCREEN, day })).data).toEqual([{ at: hourOf(now.getTime()) }])
    expect((await officer.get<unknown[]>('screen/bigScreen/hours', { screen: SCREEN, day: addDays(day, -1) })).data).toEqual([])
    expect((await college.get('screen/wall/read', { screen: SCREEN, at: now.toISOString() })).code).toBe(403)
    expect((await officer.get('screen/wall/read', { screen: SCREEN, at: 'yesterday' })).code).toBe(400)
    expect((await officer.get('screen/bigScreen/hours', { screen: 'nowhere', day })).errors[0]?.rule).toBe('screen.bigScreen.unknownScreen')
    await s.close()
  })
})
