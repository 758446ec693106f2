import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { deviceOf } from './model/device.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
let school: School
let other: School
let phone: Actor
let colleague: Actor
beforeAll(async () => {
  school = await openSchool()
  other = await school.another()
  phone = await school.as({ roles: ['student'], userType: 2 })
  colleague = await school.as({ roles: ['teacher'] })
})
afterAll(() => school?.close())

interface Ticket {
  scanId: string
  secret: string
  expiresIn: number
}
const CLIENT = { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}`, 'user-agent': CHROME }
const send = async (method: 'GET' | 'POST', path: string, body?: object, form = false) => {
  const answer = await school.server.app.inject({
    method,
    url: `/api/flySource-auth/${path}`,
    headers: { ...CLIENT, ...(body ? { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' } : {}) },
    ...(body ? { payload: form ? new URLSearchParams(body as Record<string, string>).toString() : body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}
const create = async (appType = '0'): Promise<Ticket> => (await send('POST', 'openApi/scan/create', { tenantId: '100001', appType })).body.data as Ticket
const stateOf = async (scanId: string): Promise<unknown> => ((await send('GET', `openApi/scan/state?scanId=${scanId}`)).body.data as { state: string }).state
const redeem = (ticket: Pick<Ticket, 'scanId' | 'secret'>, tenantId = '100001') =>
  send('POST', 'oauth/token', { tenantId, grant_type: 'social', source: 'scan', code: ticket.scanId, state: ticket.secret }, true)
const confirm = (by: Actor, scanId: string, isConfirmed = true) => by.post('auth/scan/confirm', { scanId, isConfirmed })
const scan = (by: Actor, scanId: string) => by.post<Record<string, unknown>>('auth/scan/scanned', { scanId })

describe('the scan-code way', () => {
  it('10-L6 shows the phone device, browser and address before it confirms, and signs in the screen that made the code', async () => {
    const ticket = await create()
    expect(ticket.expiresIn).toBe(120)
    expect(await stateOf(ticket.scanId)).toBe('waiting')
    const seen = await scan(phone, ticket.scanId)
    expect(seen.data).toMatchObject({ browser: 'Chrome 131', system: 'Windows', ip: '127.0.0.1' })
    expect(await stateOf(ticket.scanId)).toBe('scanned')
    expect((await redeem(ticket)).status).toBe(400)
    expect((await confirm(phone, ticket.scanId)).data).toEqual({ state: 'confirmed' })
    expect(await stateOf(ticket.scanId)).toBe('confirmed')
    const { status, body } = await redeem(ticket)
    expect(status).toBe(200)
    expect((body.detail as { userId: string }).userId).toBe(phone.userId)
    expect(await stateOf(ticket.scanId)).toBe('used')
  })
  it('10-L6 two browsers redeem one confirmed code: only its maker gets a token, and once', async () => {
    const ticket = await create()
    const stranger = await create()
    await scan(phone, ticket.scanId)
    await confirm(phone, ticket.scanId)
    const tries = await Promise.all([
      redeem({ scanId: ticket.scanId, secret: stranger.secret }),
      redeem({ scanId: ticket.scanId, secret: '' }),
      redeem({ scanId: ticket.scanId, secret: ticket.scanId }),
      redeem(ticket),
      redeem(ticket),
      redeem(ticket),
    ])
    expect(tries.map(t => t.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(tries.slice(0, 3).every(t => t.status === 400)).toBe(true)
    expect((await redeem(ticket)).status).toBe(400)
  })
  it('10-L6 a phone of another school, or of another realm, finds no such code', async () => {
    const ticket = await create()
    const stranger = await other.as({ roles: ['student'], userType: 2 })
    const newcomer = await school.as({ realm: 'welcome' })
    for (const by of [stranger, newcomer]) {
      expect((await scan(by, ticket.scanId)).code).toBe(422)
      expect((await confirm(by, ticket.scanId)).code).toBe(422)
    }
    expect(await stateOf(ticket.scanId)).toBe('waiting')
    expect((await scan(school.anonymous, ticket.scanId)).status).toBe(401)
  })
  it('10-L6 belongs to the first person who scanned it; only that one confirms', async () => {
    const ticket = await create()
    expect((await confirm(phone, ticket.scanId)).code).toBe(422)
    expect((await scan(phone, ticket.scanId)).code).toBe(200)
    const late = await scan(colleague, ticket.scanId)
    expect(late.errors[0]?.rule).toContain('taken')
    expect((await confirm(colleague, ticket.scanId)).errors[0]?.rule).toContain('taken')
    expect((await scan(phone, ticket.scanId)).code).toBe(200)
    expect((await confirm(phone, ticket.scanId, false)).data).toEqual({ state: 'cancelled' })
    expect((await confirm(phone, ticket.scanId)).errors[0]?.rule).toContain('done')
    expect(await stateOf(ticket.scanId)).toBe('cancelled')
    expect((await redeem(ticket)).status).toBe(400)
  })
  it('10-L6 runs out after 120 seconds, at every step', async () => {
    const [waiting, seen, confirmed] = [await create(), await create(), await create()]
    await scan(phone, seen.scanId)
    await scan(phone, confirmed.scanId)
    await confirm(phone, confirmed.scanId)
    await school.db.query(sql`update auth_challenge set expires_at = now() - interval '1 second' where kind = 'scan' and tenant_id = ${school.tenantId}`)
    expect((await scan(phone, waiting.scanId)).errors[0]?.rule).toContain('unknown')
    expect((await confirm(phone, seen.scanId)).errors[0]?.rule).toContain('unknown')
    expect((await redeem(confirmed)).status).toBe(400)
    for (const { scanId } of [waiting, seen, confirmed]) expect(await stateOf(scanId)).toBe('expired')
  })
  it('10-L6 keeps neither code nor secret, and confirms in the audit log', async () => {
    const ticket = await create()
    await scan(phone, ticket.scanId)
    await confirm(phone, ticket.scanId)
    const rows = await school.db.query<{ line: string }>(sql`select row_to_json(c)::text as line from auth_challenge c where kind = 'scan'`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(r => r.line.includes(ticket.scanId) || r.line.includes(ticket.secret))).toBe(false)
    const audit = await school.db.query(sql`select 1 from audit_log where tenant_id = ${school.tenantId} and action = 'scan.confirm' and user_id = ${phone.userId}`)
    expect(audit.length).toBeGreaterThan(0)
  })
  it('10-L6 a disabled account is not signed in by a code it confirmed before', async () => {
    const leaver = await school.as({ roles: ['teacher'] })
    const ticket = await create()
    await scan(leaver, ticket.scanId)
    await confirm(leaver, ticket.scanId)
    await school.db.query(sql`update sys_user set status = 'disabled' where id = ${leaver.userId}`)
    const { body } = await redeem(ticket)
    expect(body.error_code).toBe(403)
  })
  it('names devices as people do', () => {
    expect(deviceOf(CHROME)).toEqual({ browser: 'Chrome 131', system: 'Windows' })
    expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1')).toEqual({
      browser: 'Safari 18',
      system: 'iPhone',
    })
    expect(deviceOf('Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 wxwork/4.1.6 MicroMessenger/7.0.1')).toEqual({
      browser: 'WeCom 4',
      system: 'Android',
    })
    expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0')).toEqual({ browser: 'Edge 131', system: 'Windows' })
    expect(deviceOf('')).toEqual({ browser: '', system: '' })
  })
})
