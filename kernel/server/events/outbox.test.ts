import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { onMany } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { paramOf } from '../params/params.ts'
import { deleteHandled } from './outbox.ts'

let school: School
const heard: string[] = []
const traces: string[] = []
let broken = new Set<string>()
beforeAll(async () => {
  school = await openSchool()
  const listener = onMany('test.told', 'test.hear', async ({ traceId }, payloads) => {
    traces.push(traceId)
    for (const p of payloads) if (broken.has(String(p.n))) throw new Error(`broken ${p.n}`)
    heard.push(...payloads.map(p => String(p.n)))
  })
  ;(school.server.core.registry.listeners as Map<string, unknown>).set('test.told', [listener])
})
afterAll(() => school.close())
const tell = (...names: string[]) =>
  school.db.tx(async db => {
    for (const n of names) await db.emit('test.told', { n })
  })

describe('a listener', () => {
  it('has what a handler has: parameters, and this process', async () => {
    const read: unknown[] = []
    const listener = onMany('test.asked', 'test.ask', async ctx => {
      read.push(await paramOf(ctx, 'file', 'maxMb'), ctx.me.tenantId, (ctx as KernelCtx).core === school.server.core)
    })
    ;(school.server.core.registry.listeners as Map<string, unknown>).set('test.asked', [listener])
    await school.db.tx(db => db.emit('test.asked', {}))
    await school.server.settle()
    expect(read).toEqual([50, school.tenantId, true])
  })
})
describe('events', () => {
  it('reach their listeners after commit, and none when the transaction is rolled back', async () => {
    await expect(
      school.db.tx(async db => {
        await db.emit('test.told', { n: 'never' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await tell('a', 'b', 'c')
    await school.server.settle()
    expect(heard).toEqual(['a', 'b', 'c'])
  })
  it('are handled once however often they are handed over', async () => {
    await school.db.query(sql`update outbox set done_at = null, next_at = now() where tenant_id = ${school.tenantId} and event = 'test.told'`)
    await school.server.settle()
    expect(heard).toEqual(['a', 'b', 'c'])
  })
  it('do not wait for one among them that fails; it is tried again', async () => {
    broken = new Set(['e'])
    await tell('d', 'e', 'f')
    await school.server.settle()
    expect(heard).toEqual(['a', 'b', 'c', 'd', 'f'])
    broken = new Set()
    await school.db.query(sql`update event_delivery set next_at = now() where tenant_id = ${school.tenantId}`)
    await school.server.settle()
    expect(heard).toEqual(['a', 'b', 'c', 'd', 'f', 'e'])
  })
  it('are forgotten a month after they were handled, open ones never', async () => {
    await tell('g')
    await school.server.settle()
    await school.db.query(sql`update outbox set done_at = now() - interval '31 days' where tenant_id = ${school.tenantId} and payload ->> 'n' in ('a', 'g')`)
    broken = new Set(['h'])
    await tell('h')
    await school.server.settle()
    await deleteHandled(school.db)
    const left = await school.db.query<{ n: string }>(sql`select payload ->> 'n' as n from outbox where tenant_id = ${school.tenantId} and event = 'test.told' order by id`)
    expect(left.map(l => l.n)).toEqual(['b', 'c', 'd', 'e', 'f', 'h'])
    expect((await school.db.query(sql`select 1 from inbox where tenant_id = ${school.tenantId} and listener = 'test.hear'`)).length).toBe(5)
  })
  it('go on in the trace of the request they follow from', async () => {
    for (const trace of ['trace-1', 'trace-2']) {
      await (school.db as Gate).traced(trace).tx(async db => db.emit('test.told', { n: trace }))
      await school.server.settle()
      expect(traces.at(-1)).toBe(trace)
    }
    const kept = await school.db.query<{ trace: string | null }>(
      sql`select distinct trace_id as trace from outbox where tenant_id = ${school.tenantId} and event = 'test.told' order by 1`,
    )
    expect(kept.map(k => k.trace)).toEqual(['trace-1', 'trace-2', null])
  })
})
