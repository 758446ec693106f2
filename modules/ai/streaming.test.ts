import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import { standIn, switchOn } from './testing.ts'

let school: SmallSchool
let lin: Actor
let address: string
const model = standIn({ text: '请按时到会。', tokens: [5, 5] })
beforeAll(async () => {
  school = await smallSchool()
  lin = await school.as({ roles: ['fdy'], teacherId: school.ids.lin })
  const officer = await school.as({ roles: ['officer'] })
  ok(await officer.post('base/student/add', draftOf(school.ids.s2301, { name: '欧阳青禾', phone: '13800000001' })))
  await switchOn(school, await school.as({ roles: ['admin'] }), 'draft', model)
  address = await school.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => school.close())
const calls = () =>
  school.db.query<{ result: string; tokensIn: number; tokensOut: number }>(
    sql`select use, result, tokens_in as "tokensIn", tokens_out as "tokensOut" from ai_call where tenant_id = ${school.tenantId} order by at, id`,
  )
/** Reads the events of a draft until `enough`, then leaves. */
async function watch(keywords: string, enough: (events: readonly string[][]) => boolean = () => false): Promise<string[][]> {
  const away = new AbortController()
  const headers = { 'FlySource-Auth': `bearer ${lin.token}`, 'content-type': 'application/json', accept: 'text/event-stream' }
  const response = await fetch(`${address}/api/ai/aiCall/draft`, { method: 'POST', headers, body: JSON.stringify({ field: 'notice', keywords }), signal: away.signal })
  if (!response.headers.get('content-type')?.includes('event-stream')) return [['plain', await response.text()]]
  const events: string[][] = []
  let rest = ''
  for await (const part of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    rest += part
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) events.push([/^event: (.*)$/m.exec(block)?.[1] ?? '', /^data: (.*)$/m.exec(block)?.[1] ?? ''])
    if (enough(events)) {
      away.abort()
      break
    }
  }
  return events
}
it('60-AI streams the text with names put back and nothing half, then the answer with its counts', async () => {
  model.says = () => ({ pieces: ['通知«学', '生1»：<scr', 'ipt>x</script>周五', '下午开会。'], pauseMs: 120, tokens: [21, 9] })
  const events = await watch('请欧阳青禾周五开会')
  const texts = events.filter(([event]) => event === 'text').map(([, data]) => JSON.parse(data ?? '""') as string)
  expect(texts[0]).toBe('通知')
  expect(texts).toContain('通知欧阳青禾：周五')
  expect(texts.join()).not.toMatch(/«|<|x</)
  const [last, data] = events.at(-1) ?? []
  expect([last, JSON.parse(data ?? '{}')]).toMatchObject(['answer', { code: 200, data: { text: '通知欧阳青禾：周五下午开会。' } }])
  expect(await calls()).toMatchObject([{ use: 'draft', result: 'ok', tokensIn: 21, tokensOut: 9 }])
  // whoever does not draw pieces gets one answer, and a provider that does not stream is read as ever
  model.says = () => ({ text: '周五开会。', tokens: [5, 5] })
  expect((await watch('周五开会'))[0]?.[0]).toBe('plain')
  expect(ok(await lin.post<{ text: string }>('ai/aiCall/draft', { field: 'notice', keywords: '周五开会' })).text).toBe('周五开会。')
})
it('60-AI stopping ends the call at the provider, counts what had come, and opens no breaker', async () => {
  await school.db.query(sql`delete from ai_call where tenant_id = ${school.tenantId}`)
  const ended: boolean[] = []
  model.says = () => ({ pieces: Array.from({ length: 200 }, (_, n) => `第${n}句。`), pauseMs: 50, ended: isWhole => ended.push(isWhole) })
  const events = await watch('周五开会', heard => heard.length > 1)
  expect(events.every(([event]) => event === 'text')).toBe(true)
  await expect.poll(() => ended, { timeout: 5000 }).toEqual([false])
  await expect.poll(calls, { timeout: 5000 }).toMatchObject([{ use: 'draft', result: 'cancelled' }])
  const [stopped] = await calls()
  expect(stopped?.tokensOut).toBeGreaterThan(0)
  expect(stopped?.tokensOut).toBeLessThan(1500)
})
