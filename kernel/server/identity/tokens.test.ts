import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTenant } from '../data/tenant-db.ts'
import { liveSessions } from './api.ts'
import { enter, type Fixture, fixture, type Process, refreshWith, SCHOOL, signIn, statusOf, until401, wait } from './fixture.ts'

let f: Fixture
let p: Process
let q: Process
beforeAll(async () => {
  f = await fixture()
  await f.owner.query("insert into auth_client (client_id, secret_hash) values ('other', sha256('secret'))")
  p = await f.process()
  q = await f.process()
  await wait(300)
})
afterAll(() => f.close())

it('10-K1 gives opaque random tokens of 256 bits and stores their hashes only', async () => {
  await f.user({ userName: 'k1' })
  const tokens = [await enter(p, 'k1'), await enter(p, 'k1')].flatMap(t => [t.access_token, t.refresh_token])
  expect(new Set(tokens).size).toBe(4)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await f.owner.query('select to_jsonb(s)::text as line from user_session s union all select to_jsonb(l)::text from login_log l')
  expect(rows.length).toBeGreaterThan(1)
  for (const token of tokens) expect(rows.some(r => r.line.includes(token))).toBe(false)
})
it('10-K2 ends the access token after 3600 s by the database’s clock, and the session with its refresh token', async () => {
  await f.user({ userName: 'k2' })
  const session = await enter(p, 'k2')
  expect(await statusOf(p, session.access_token)).toBe(200)
  await f.owner.query("update user_session set access_expires_at = now() - interval '1 second' where user_id = $1", [session.detail.userId])
  expect(await statusOf(q, session.access_token)).toBe(401)
  expect((await refreshWith(q.app, session.refresh_token)).json()).toHaveProperty('access_token')
  const lived = await f.owner.query('select round(extract(epoch from expires_at - now()) / 3600) as hours from user_session where user_id = $1', [session.detail.userId])
  expect(Number(lived.rows[0].hours)).toBe(12)
})
it('10-K2 10-K3 gives a phone thirty days and a computer twelve hours to refresh in, or what the school has set', async () => {
  const id = await f.user({ userName: 'lives' })
  const given = async (device: string): Promise<number[]> => {
    await f.owner.query('delete from user_session where user_id = $1', [id])
    const answer = await signIn(p.app, { userName: 'lives', headers: { 'user-agent': device }, address: '10.6.1.1' })
    const { rows } = await f.owner.query(
      'select round(extract(epoch from access_expires_at - now())) as access, round(extract(epoch from expires_at - now()) / 3600) as hours from user_session where user_id = $1',
      [id],
    )
    return [answer.json().expires_in, Number(rows[0].access), Number(rows[0].hours)]
  }
  const [phone, computer] = ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)']
  expect([await given(phone), await given(computer)]).toEqual([
    [3600, 3600, 720],
    [3600, 3600, 12],
  ])
  await f.params('session', { refreshHours: 8, mobileRefreshHours: 24 })
  expect([await given(phone), await given(computer)]).toEqual([
    [3600, 3600, 24],
    [3600, 3600, 8],
  ])
  await f.params('session', {})
})
it('10-K3 rotates both tokens, answers the one just traded in with the same pair, and lets calls under way end', async () => {
  await f.user({ userName: 'k3' })
  const first = await enter(p, 'k3')
  const second = (await refreshWith(p.app, first.refresh_token)).json()
  expect(second).toMatchObject({ token_type: 'bearer', expires_in: 3600, tenantId: SCHOOL, userName: 'k3', detail: { roles: ['fdy'] } })
  expect(second.access_token).not.toBe(first.access_token)
  const replay = (await refreshWith(q.app, first.refresh_token)).json()
  expect([replay.access_token, replay.refresh_token]).toEqual([second.access_token, second.refresh_token])
  expect(await statusOf(q, first.access_token)).toBe(200)
  expect(await statusOf(q, second.access_token)).toBe(200)
  await f.owner.query("update user_session set rotated_at = now() - interval '31 seconds' where user_id = $1", [first.detail.userId])
  p.identity.sessions.cache.clear()
  expect(await statusOf(p, first.access_token)).toBe(401)
  expect(await statusOf(p, second.access_token)).toBe(200)
})
it('10-K3 ends the whole session when an older token is offered again, and audits it as theft', async () => {
  await f.user({ userName: 'thief' })
  const first = await enter(p, 'thief')
  const second = (await refreshWith(p.app, first.refresh_token)).json()
  const third = (await refreshWith(p.app, second.refresh_token)).json()
  expect(await statusOf(q, third.access_token)).toBe(200)
  const stolen = await refreshWith(p.app, first.refresh_token)
  expect(stolen.statusCode).toBe(200)
  expect(stolen.json()).toMatchObject({ error_code: 401 })
  expect(await until401(q, third.access_token)).toBeLessThan(5000)
  expect((await refreshWith(p.app, third.refresh_token)).json().error_code).toBe(401)
  const { rows } = await f.owner.query('select action from audit_log where user_id = $1', [first.detail.userId])
  expect(rows).toEqual([{ action: 'session.stolen' }])
})
it('10-K3 lets five tabs refresh within a moment: one session, one pair, nobody out', async () => {
  await f.user({ userName: 'tabs' })
  const session = await enter(p, 'tabs')
  const answers = await Promise.all([p, q, p, q, p].map(x => refreshWith(x.app, session.refresh_token)))
  expect(new Set(answers.map(a => a.json().access_token)).size).toBe(1)
  expect(answers[0]?.json().access_token).toBeTruthy()
  const live = await withTenant(p.core.pool, f.tenantId, db => liveSessions(db, [session.detail.userId]))
  expect(live).toHaveLength(1)
})
it('10-K3 lets twenty tabs refresh within a moment over two processes: one session, one pair, nobody out', async () => {
  await f.user({ userName: 'twenty' })
  const session = await enter(p, 'twenty')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => refreshWith((i % 2 ? p : q).app, session.refresh_token)))
  const pairs = answers.map(a => a.json() as { access_token: string; refresh_token: string })
  expect(new Set(pairs.map(a => `${a.access_token} ${a.refresh_token}`)).size).toBe(1)
  const { rows } = await f.owner.query('select state from user_session where user_id = $1', [session.detail.userId])
  expect(rows).toEqual([{ state: 'active' }])
  for (const process of [p, q]) expect(await statusOf(process, pairs[0]?.access_token as string)).toBe(200)
})
it('10-K3 renews where there are several schools, of which the caller names one', async () => {
  await f.user({ userName: 'several' })
  const session = await enter(p, 'several')
  await f.owner.query("insert into tenant (code, school_name) values ('100777', '另一所学校')")
  expect((await refreshWith(p.app, session.refresh_token)).json()).toMatchObject({ tenantId: SCHOOL, access_token: expect.any(String) })
})
it('10-K4 answers a failed refresh flat with HTTP 200 and error_code 400 or 401', async () => {
  await f.user({ userName: 'k4' })
  const session = await enter(p, 'k4')
  const other = `Basic ${Buffer.from('other:secret').toString('base64')}`
  const cases = [
    [await refreshWith(p.app, 'x'.repeat(43)), 401],
    [await refreshWith(p.app, ''), 400],
    [await refreshWith(p.app, session.refresh_token, { authorization: other }), 400],
    [await refreshWith(p.app, session.refresh_token, { authorization: 'Basic bm9ib2R5Og==' }), 400],
    [await refreshWith(p.app, session.access_token), 401],
  ] as const
  for (const [answer, code] of cases) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ error_code: code })
    expect(answer.json().error_description.length).toBeGreaterThan(2)
    expect(answer.json()).not.toHaveProperty('access_token')
  }
  expect((await refreshWith(p.app, session.refresh_token)).json()).toHaveProperty('access_token')
})
