import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { makeRole, rule } from '#modules/system/testing.ts'
import { framePath } from '#server/http/frame-page.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

const LINK = 'oss/oss/endpoint/link-file'
let school: School
let admin: Actor
let port: number
beforeAll(async () => {
  school = await openSchool([], { bodyPace: { everyMs: 100, leastBytes: 1000 } })
  admin = await school.as({ roles: ['admin'] })
  port = Number(new URL(await school.server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => school?.close())

describe('slow requests', () => {
  /** Sends this and nothing more; resolves when the server closes the connection. */
  const ended = (head: string) =>
    new Promise<string>(done => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(head))
      socket.on('data', part => (heard += part))
      socket.on('error', () => {})
      socket.on('close', () => done(heard))
    })
  it('a body of which nothing more comes does not hold its connection', async () => {
    const head = `POST /api/base/sysUser/list HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nflysource-auth: bearer ${admin.token}\r\ncontent-length: 5000\r\n\r\n{`
    expect(await ended(head)).toBe('')
  })
  it('a body that comes is served as before', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/openApi/activate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"token":"x"}' })
    expect(answer.status).toBeLessThan(500)
    expect(((await answer.json()) as { code: number }).code).toBe(400)
  })
  it('headers have a quarter of a minute', () => {
    expect(school.server.app.server.headersTimeout).toBe(15_000)
  })
})

describe('uploads', () => {
  const put = (who: Actor, megabytes: number, n: number) =>
    upload(who, 'oss/oss/endpoint/put-file', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(megabytes * 1024 * 1024, n)]), `f${n}.pdf`)
  it('one person fills no store: so much a day, also by many at once, and others are not concerned', async () => {
    await setParams(school, 'file', { mbPerDay: 50 })
    const [one, two] = [await school.as({ roles: ['student'], userType: 2 }), await school.as({ roles: ['teacher'] })]
    const answers = await Promise.all([...Array(8).keys()].map(n => put(one, 9, n)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(5)
    const refused = answers.find(a => a.code !== 200)
    expect([refused && rule(refused), refused?.errors[0]?.values]).toEqual(['422 file.dayFull', { most: 50 }])
    expect((await put(two, 9, 1)).code).toBe(200)
    await school.db.query(sql`update attachment set created_at = created_at - interval '25 hours' where owner_id = ${one.userId}`)
    expect((await put(one, 9, 9)).code).toBe(200)
    await setParams(school, 'file', { mbPerDay: 1024 })
  })
  it('a session that must do something else first reads no file, neither by header nor by link', async () => {
    const who = await school.as({ roles: ['teacher'] })
    const { fileId } = (await put(who, 1, 3)).data
    const by = () => Promise.all([who.get(LINK, { fileId }), school.anonymous.get(LINK, { fileId, 'FlySource-Auth': who.token })])
    expect((await by()).map(a => a.status)).toEqual([200, 200])
    await school.db.query(sql`update user_session set state = 'restricted', needs = array['password'] where user_id = ${who.userId}`)
    school.server.identity.sessions.cache.clear()
    expect((await by()).map(a => a.code)).toEqual([428, 428])
  })
})

describe('names', () => {
  it('that look like another are refused, or are that other', async () => {
    const draft = (userName: string, accountNo: string) => ({ userName, accountNo, nickName: '某人', realm: 'admin', userType: 1 })
    let n = 0
    const add = async (userName: string) => rule(await admin.post('base/sysUser/add', draft(userName, `LIKE${++n}`)))
    expect(await add('headmaster')).toBe('200 ')
    for (const name of ['head\u202emaster', 'headmaster\u2066', 'ｈeadmaster', 'head\u200bmaster']) expect([name, await add(name)]).toEqual([name, '422 system.user.nameTaken'])
    for (const name of ['hеadmaster', 'ℎeadmaster\u0455', 'heɑdmaster', 'ΗΕΑD', 'ꓧꓰꓮꓓ', 'ԁean', 'head\u0301master'])
      expect([name, await add(name)]).toEqual([name, '422 system.user.lookAlike'])
    for (const name of ['张三', '张三A1', 'li.si@x-1', 'བོད་ཡིག', 'ئۇيغۇر']) expect([name, await add(name)]).toEqual([name, '200 '])
    expect(rule(await admin.post('base/sysUser/add', draft('plain', 'А001')))).toBe('422 system.user.lookAlike')
  })
})

describe('deputies', () => {
  it('are staff who decide applications, and nobody from outside', async () => {
    await makeRole(school, 'outside_clerk', ['system:user:list'])
    const owner = await school.as({ roles: ['officer'] })
    const entrust = async (deputyId: string) => rule(await owner.post('workflow/delegation/add', { deputyId, from: '2020-01-01', to: '2099-01-01' }))
    for (const roles of [['employer'], ['repairer'], ['outside_clerk'], []])
      expect([roles, await entrust((await school.as({ roles, userType: 3 })).userId)]).toEqual([roles, '422 workflow.delegation.notStaff'])
    expect(await entrust((await school.as({ roles: ['teacher'] })).userId)).toBe('200 ')
  })
})

describe('framed pages', () => {
  const shown = async (path: string) => {
    const { statusCode, headers } = await school.server.app.inject(path)
    return { statusCode, frames: /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] }
  }
  it('admit what their own school allows and nothing of another, though both have the same address', async () => {
    const other = await school.another()
    await setParams(school, 'shell', { frameHosts: 'a.example, *.sub.example' })
    await setParams(other, 'shell', { frameHosts: 'b.example:8443' })
    const { core } = school.server
    const [own, theirs] = await Promise.all([framePath(core, school.tenantId, 'https://a.example/x'), framePath(core, other.tenantId, 'https://b.example:8443/')])
    expect([await shown(own), await shown(theirs)]).toEqual([
      { statusCode: 200, frames: 'a.example:* *.sub.example:*' },
      { statusCode: 200, frames: 'b.example:8443' },
    ])
  })
  it('cannot be made up, and last a minute', async () => {
    const path = await framePath(school.server.core, school.tenantId, 'https://a.example/x')
    const [head = '', , mac = ''] = path.split('.')
    const other = Buffer.from(JSON.stringify({ address: 'https://thief.example/', sub: school.tenantId, exp: 4_102_444_800 })).toString('base64url')
    for (const wrong of [`${head}.${other}.${mac}`, '/api/frame', '/api/frame?token=x']) expect((await school.server.app.inject(wrong)).json<{ code: number }>().code).toBe(404)
    const [, body = ''] = path.split('.')
    const { exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number }
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(60)
  })
})
