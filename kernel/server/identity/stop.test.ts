import pino from 'pino'
import { expect, it } from 'vitest'
import { openSchool } from '#testing/school.ts'
import { asRefusal } from '../http/envelope.ts'
import { hashing, md5 } from './hashing.ts'

it('who waits for a password to be checked while the program stops is told to come back, and no fault of ours is logged', async () => {
  const lines: Array<{ level: number; msg: string }> = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  const school = await openSchool([], { log })
  const address = await school.server.app.listen({ port: 0, host: '127.0.0.1' })
  // occupies all slots of the queue until released
  let release = (): void => {}
  const held = new Promise<void>(done => {
    release = done
  })
  const busy: Array<Promise<void>> = []
  while (!hashing.length) busy.push(hashing.run(() => held))
  const first = hashing.length
  const signIn = fetch(`${address}/api/flySource-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}` },
    body: new URLSearchParams({ tenantId: '100001', username: 'somebody', password: md5('Wrong-1'), grant_type: 'password', type: 'account' }),
  })
  const settled = Promise.allSettled(busy)
  await expect.poll(() => hashing.length).toBe(first + 1)
  const closed = school.close()
  const answer = await signIn
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  release()
  await Promise.all([closed, settled])
  expect(lines.filter(line => line.level >= 50)).toEqual([])
})
it('what still runs when the program has let go of the database is 503, not a defect', () => {
  expect(asRefusal(new Error('Cannot use a pool after calling end on the pool')).code).toBe(503)
})
