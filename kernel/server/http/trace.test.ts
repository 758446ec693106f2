import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { form } from '#testing/roster.ts'
import { openSchool, type School } from '#testing/school.ts'
import { traceMixin } from '../base/trace.ts'
import { onMany } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { runOn } from '../data/pool.ts'
import { reportSlowQueries } from '../data/slow-queries.ts'
import { scheduledJob } from '../jobs/scheduled-job.ts'
import { Scheduler } from '../jobs/scheduler.ts'
import { traceIdOf } from './trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const given = `00-${TRACE}-00f067aa0ba902b7-01`
let school: School
beforeAll(async () => {
  const log = pino({ level: 'info', mixin: traceMixin }, { write: line => void said.push(JSON.parse(line)) })
  school = await openSchool([], {
    log,
    // work of a call, and background work it leaves behind after its response
    also: async (app, core) => {
      app.post('/api/test/speak', { config: { open: 'for this test' } }, async request => {
        for await (const part of request.isMultipart() ? request.parts() : []) if (part.type === 'file') await part.toBuffer()
        await runOn(core.pool, 'select pg_sleep(0.01)::text', [])
        log.info('spoken')
        setImmediate(() => log.info('later'))
        return {}
      })
    },
  })
  address = await school.server.app.listen({ port: 0, host: '127.0.0.1' })
})
const said: Array<{ msg: string; traceId?: string }> = []
const tracesOf = (msg: string) => said.filter(line => line.msg === msg).map(line => line.traceId)
let address: string
afterAll(() => school?.close())

it('takes over the trace a request belongs to, and gives its own number where none is named as it must be', () => {
  expect(traceIdOf(given)).toBe(TRACE)
  expect(traceIdOf(`${given}-later`)).toBe(TRACE)
  const wrong = [undefined, '', TRACE, given.toUpperCase(), `ff${given.slice(2)}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, [given, given]]
  const own = wrong.map(traceIdOf)
  for (const id of own) expect(id).toMatch(/^[0-9a-z]{14,}$/)
  expect(new Set([...own, TRACE]).size).toBe(wrong.length + 1)
})
it('says it in the answer and keeps it in the history of what was written', async () => {
  const officer = await school.as({ roles: ['officer'] })
  const headers = { traceparent: given }
  const refused = await school.anonymous.get('base/todo/count', {}, headers)
  expect(JSON.parse(refused.raw.toString())).toMatchObject({ code: 401, traceId: TRACE })
  const notice = { title: '停电', noticeType: 'life', content: '<p>今晚</p>', audience: { all: true }, needsReceipt: false }
  const { data } = await officer.post<{ id: string }>('base/notice/add', notice, headers)
  const rows = await school.db.query<{ traceId: string }>({
    text: 'select trace_id as "traceId" from operation_log where tenant_id = $1 and biz_id = $2',
    values: [school.tenantId, data.id],
  } as never)
  expect(rows).toEqual([{ traceId: TRACE }])
  // and with what was sent because of it
  expect((await officer.post('base/notice/publish', { id: data.id }, headers)).code).toBe(200)
  await school.server.settle()
  const sent = await school.db.query<{ traceId: string }>({
    text: `select distinct d.trace_id as "traceId" from message_delivery d join message m on m.tenant_id = d.tenant_id and m.id = d.message_id where m.tenant_id = $1 and m.biz_id = $2`,
    values: [school.tenantId, data.id],
  } as never)
  expect(sent).toEqual([{ traceId: TRACE }])
})
it('stands in every line that a request writes, whatever its body and however many share a connection', async () => {
  said.length = 0
  const traces = Array.from({ length: 12 }, (_, n) => `${n.toString(16).padStart(2, '0')}${TRACE.slice(2)}`)
  const sheet = form(Buffer.alloc(200_000, 7), 'a.bin')
  const speak = async (trace: string, n: number): Promise<void> => {
    const json = { body: JSON.stringify({ long: 'x'.repeat(100_000) }), headers: { 'content-type': 'application/json' } }
    const { body, headers } = n % 2 ? json : { body: new Uint8Array(sheet.body), headers: sheet.headers }
    const answer = await fetch(`${address}/api/test/speak`, { method: 'POST', body, headers: { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` } })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  await Promise.all(traces.map(speak))
  await expect.poll(() => tracesOf('later').length).toBe(traces.length)
  for (const msg of ['spoken', 'later']) expect(tracesOf(msg).sort()).toEqual(traces)
})
it('is that of who asked in the line of a slow statement, whoever opened the connection', async () => {
  said.length = 0
  reportSlowQueries(5, () => school.server.core.log.info('slow'))
  const ask = (trace: string) => school.anonymous.post('test/speak', {}, { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
  const traces = [TRACE, `ab${TRACE.slice(2)}`]
  for (const trace of traces) await ask(trace)
  reportSlowQueries(0, () => {})
  expect(new Set(tracesOf('slow').filter(t => traces.includes(t ?? '')))).toEqual(new Set(traces))
})
it('stands in every line that a job writes, each run under a number of its own, and in those of an event under its request’s', async () => {
  said.length = 0
  const { core } = school.server
  const work = scheduledJob('test.speaks', '说话', '0 3 * * *', async () => {
    core.log.info('at work')
    throw new Error('broken')
  })
  const clock = new Scheduler({ ...core, works: new Map([[work.code, work]]) })
  const due = () => school.db.query({ text: "update job set next_at = now(), held_until = null where tenant_id = $1 and code = 'test.speaks'", values: [school.tenantId] } as never)
  await clock.next(school.db)
  for (let n = 0; n < 2; n++) {
    await due()
    expect(await clock.next(school.db)).toBe(true)
  }
  expect(tracesOf('at work')).toEqual(tracesOf('a timed job failed'))
  expect(new Set(tracesOf('at work')).size).toBe(2)
  expect(tracesOf('at work')).not.toContain(undefined)

  const listener = onMany('test.spoken', 'test.listen', async () => core.log.info('heard'))
  ;(core.registry.listeners as Map<string, unknown>).set('test.spoken', [listener])
  await (school.db as Gate).traced(TRACE).tx(db => db.emit('test.spoken', {}))
  await school.server.settle()
  expect(tracesOf('heard')).toEqual([TRACE])
})
