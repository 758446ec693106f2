import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceRegistrations } from '#testing/registrations.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { liveCount, liveCounts } from './live.ts'

let school: School
let address: string
beforeAll(async () => {
  school = await openSchool()
  address = await school.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => school.close())

interface ReceivedEvent {
  event: string
  data: Record<string, unknown>
}
/** A client of the event stream: events received so far, and how the connection ended. */
async function page(who: Actor, prefix = '/api/flySource-base/') {
  const away = new AbortController()
  const answer = await fetch(`${address}${prefix}message/stream`, { headers: { 'FlySource-Auth': `bearer ${who.token}` }, signal: away.signal })
  const heard: ReceivedEvent[] = []
  const ended = (async () => {
    let text = ''
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += part
      for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, at)) ?? []
        if (event) heard.push({ event, data: JSON.parse(data as string) as Record<string, unknown> })
        text = text.slice(at + 2)
      }
    }
    return 'ended'
  })().catch(() => 'left')
  return { answer, heard, ended, leave: () => away.abort() }
}

describe('the live stream', () => {
  it('first tells the numbers, under both prefixes; 401 without a token', async () => {
    const who = await school.as()
    for (const prefix of ['/api/flySource-base/', '/api/base-resource/', '/api/base/']) {
      const open = await page(who, prefix)
      expect(open.answer.headers.get('content-type')).toContain('text/event-stream')
      await expect.poll(() => open.heard).toEqual([{ event: 'count', data: { todo: 0, message: 0 } }])
      open.leave()
      expect((await fetch(`${address}${prefix}message/stream`)).status).toBe(401)
    }
  })
  it('tells the people named and nobody else', async () => {
    const [one, two] = [await school.as(), await school.as()]
    const [mine, theirs] = [await page(one), await page(two)]
    await expect.poll(() => [mine.heard.length, theirs.heard.length]).toEqual([1, 1])
    school.db.live('message', [one.userId])
    await expect.poll(() => mine.heard.at(-1)).toEqual({ event: 'message', data: { count: 0 } })
    await wait(300)
    expect(theirs.heard).toHaveLength(1)
    mine.leave()
    theirs.leave()
  })
  it('forgets a page that went before it was told anything: thirty such do not shut its person out', async () => {
    const who = await school.as()
    const restore = replaceRegistrations(school.server.core.registry, liveCounts, [liveCount('todo', () => wait(200, new Map()))])
    for (let i = 0; i < 40; i++) {
      const { hostname, port } = new URL(address)
      await new Promise<void>(done => {
        const line = connect(Number(port), hostname, () => {
          line.write(`GET /api/flySource-base/message/stream HTTP/1.1\r\nHost: x\r\nFlySource-Auth: bearer ${who.token}\r\n\r\n`, () => setTimeout(() => line.destroy(), 50))
        })
        line.on('close', () => done())
      })
    }
    await wait(500)
    restore()
    const open = await page(who)
    expect(open.answer.status).toBe(200)
    await expect.poll(() => open.heard.length).toBe(1)
    open.leave()
  })
  it('tells a change of rights', async () => {
    const who = await school.as()
    const open = await page(who)
    await school.db.permissionsChanged([who.userId])
    await expect.poll(() => open.heard.map(h => h.event)).toContain('permission')
    open.leave()
  })
  it('ends with its session, and says that the session was ended', async () => {
    const who = await school.as()
    const open = await page(who)
    expect((await who.post('auth/oauth/logout')).status).toBeLessThan(500)
    const sessions = await school.db.query<{ id: string }>({ text: 'select id from user_session where user_id = $1', values: [who.userId] } as never)
    await school.server.identity.sessions.end(school.tenantId, sessions[0]?.id as string, 'kicked')
    expect(await open.ended).toBe('ended')
    expect(open.heard.at(-1)?.event).toBe('kick')
  })
  it('is told of everybody with news in a busy moment, by few messages; of a crowd as of everybody', async () => {
    const heard: string[] = []
    school.server.core.notifier.listen('ql_live', text => void (text.includes(':todo:') && heard.push(text.split(':')[2] as string)))
    const ids = Array.from({ length: 30 }, () => randomUUID())
    for (const id of ids) school.db.live('todo', [id])
    await expect.poll(() => heard.flatMap(text => text.split(','))).toEqual(expect.arrayContaining(ids))
    expect(heard.length).toBeLessThan(5)
    school.db.live(
      'todo',
      Array.from({ length: 300 }, () => randomUUID()),
    )
    await expect.poll(() => heard.at(-1)).toBe('')
  })
})
