import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let address: string
beforeAll(async () => {
  school = await openSchool()
  address = await school.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => school.close())

/** Events received by a user's open page (SSE). */
async function listen(who: Actor): Promise<{ heard: string[]; leave: () => void }> {
  const away = new AbortController()
  const answer = await fetch(`${address}/api/flySource-base/message/stream`, { headers: { 'FlySource-Auth': `bearer ${who.token}` }, signal: away.signal })
  const heard: string[] = []
  void (async () => {
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) heard.push(...part.split('\n\n').filter(Boolean))
  })().catch(() => undefined)
  return { heard, leave: () => away.abort() }
}
it('a notice published in one session is announced in another while it is open, and reading it there takes the number away', async () => {
  const officer = await school.as({ roles: ['officer'] })
  const student = await school.as({ roles: ['student'], userType: 2 })
  const page = await listen(student)
  await expect.poll(() => page.heard).toEqual(['event: count\ndata: {"todo":0,"message":0}'])
  const { id } = (
    await officer.post<{ id: string }>('base/notice/add', {
      title: '停水',
      noticeType: 'life',
      content: '<p>今晚停水。</p>',
      audience: { userIds: [student.userId] },
      needsReceipt: false,
    })
  ).data
  expect((await officer.post('base/notice/publish', { id })).code).toBe(200)
  await expect.poll(() => page.heard.at(-1)).toBe('event: message\ndata: {"count":1}')
  expect((await student.post('base/notice/open', { id })).code).toBe(200)
  await expect.poll(() => page.heard.at(-1)).toBe('event: message\ndata: {"count":0}')
  page.leave()
})
