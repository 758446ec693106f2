import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { openSchool, type School } from '#testing/school.ts'

let school: School
let address: string
beforeAll(async () => {
  school = await openSchool()
  address = await school.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => school.close())

it('10-P1 an open page hears the number of its todos as they come and go', async () => {
  const who = await school.as({ roles: ['officer'] })
  const away = new AbortController()
  const answer = await fetch(`${address}/api/base/message/stream`, { headers: { 'FlySource-Auth': `bearer ${who.token}` }, signal: away.signal })
  const heard: string[] = []
  void (async () => {
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) heard.push(...part.split('\n\n').filter(Boolean))
  })().catch(() => undefined)
  const number = async (): Promise<unknown> => (await who.get('base/todo/count')).data
  await expect.poll(() => heard).toEqual(['event: count\ndata: {"todo":0,"message":0}'])
  await openTodos(school.db, [{ userId: who.userId, kind: 'task', title: '核对名册', bizType: 'leaveCase', bizId: '01920000-0000-7000-8000-000000000001', link: '/index' }])
  await expect.poll(() => heard.at(-1)).toBe('event: todo\ndata: {"count":1}')
  expect(await number()).toBe(1)
  await closeTodos(school.db, { bizType: 'leaveCase', bizId: '01920000-0000-7000-8000-000000000001' }, 'done')
  await expect.poll(() => heard.at(-1)).toBe('event: todo\ndata: {"count":0}')
  expect(await number()).toBe(0)
  away.abort()
})
