import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { repairOrder } from './model/order.ts'
import { workSheet } from './model/sheet.ts'
import { repairSkill } from './model/workers.ts'
import { dispatchWaiting } from './server/dispatcher.ts'
import { act, type RepairSchool, repaired, repairSchool, reported, ruleOf, work } from './testing.ts'

let s: RepairSchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await repairSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.query(sql`update work_sheet set state = 'transferred' where tenant_id = ${s.tenantId} and state in ('assigned', 'accepted', 'arrived')`)
  await s.db.query(sql`update repair_order set state = 'closed', dispatch_at = null where tenant_id = ${s.tenantId} and state <> 'merged'`)
  await s.db.query(sql`update repair_skill set is_enabled = false where tenant_id = ${s.tenantId}`)
})

describe('dispatch', () => {
  it('20-R2 goes by itself to the emptiest worker, with the reason', async () => {
    const [busy, idle] = [await s.worker('忙'), await s.worker('闲')]
    const first = await reported(s, '马桶堵塞')
    await s.db.updateWhere(workSheet, { orderId: first }, { repairerId: busy.userId })
    const id = await reported(s, '水龙头漏水')
    expect(await s.sheetOf(id)).toMatchObject({ repairerId: idle.userId, state: 'assigned', assignedWay: 'auto' })
    expect(await s.order(id)).toMatchObject({ state: 'dispatched', workerId: idle.userId, why: { skill: 2, asked: 2, decidedBy: 'minutes' } })
    expect((await told('repair.assigned', idle.userId)).some(h => h.bizId === id)).toBe(true)
  })
  it('20-R2 nobody fits: the pool, with the reason, and the manager of the building hears of it', async () => {
    await s.worker('网工', { types: ['网络'] })
    const id = await reported(s, '水龙头漏水')
    expect(await s.order(id)).toMatchObject({ state: 'submitted', poolReason: 'skill', pooledAt: expect.any(String) })
    const heard = (await told('repair.pooled')).filter(h => h.bizId === id)
    expect(heard.map(h => h.to)).toEqual([[s.manager.userId]])
    const list = await s.manager.get<Array<{ name: string; lacks: string | null }>>('repair/repairOrder/candidates', { id })
    expect(list.data).toEqual([expect.objectContaining({ name: '网工', lacks: 'skill' })])
    expect((await s.other.get('repair/repairOrder/candidates', { id })).code).toBe(404)
  })
  it('by hand over skill and shift, but not over the limit; a sheet somebody has is taken away', async () => {
    const [worker, full] = [await s.worker('网工', { types: ['网络'] }), await s.worker('满', { types: ['网络'], maxOpen: 1 })]
    const id = await reported(s, '水龙头漏水')
    expect((await act(s.manager, 'dispatch', id, { repairerId: full.userId })).code).toBe(200)
    const other = await reported(s, '马桶堵塞')
    expect(await act(s.manager, 'dispatch', other, { repairerId: full.userId })).toMatchObject({ errors: [{ rule: 'repair.repairOrder.full', msg: expect.stringContaining('1') }] })
    expect(ruleOf(await act(s.manager, 'dispatch', other, { repairerId: s.student.userId }))).toBe('notWorker')
    expect((await act(s.manager, 'dispatch', id, { repairerId: worker.userId, note: '换人' })).code).toBe(200)
    expect((await s.sheetOf(id)).repairerId).toBe(worker.userId)
    expect((await told('repair.taken', full.userId)).at(-1)?.values).toMatchObject({ reason: { text: '换人' } })
  })
  it('offers the holders of a role to those who list or name one, and nobody else', async () => {
    const worker = await s.worker('水工')
    const holders = (who: Actor, role = 'repairer') => who.get<Array<{ id: string; label: string }>>('base/sysUser/holders', { role })
    expect((await holders(s.manager)).data).toContainEqual({ id: worker.userId, value: worker.userId, label: '水工' })
    expect([(await holders(s.student)).code, (await holders(s.officer, 'admin')).code]).toEqual([403, 403])
  })
  it('20-R3 types dispatched by hand wait for a person; those to be grabbed wait for a claim, then are dispatched', async () => {
    const worker = await s.worker('电工', { types: ['电气', '公共设施'] })
    const manual = await reported(s, '电梯故障')
    expect(await s.order(manual)).toMatchObject({ poolReason: 'manual', state: 'submitted' })
    const grab = await reported(s, '灯不亮')
    expect((await s.order(grab)).state).toBe('submitted')
    expect((await worker.get<Array<{ orderId: string }>>('repair/workSheet/grabbable')).data.map(o => o.orderId)).toEqual([grab])
    await s.db.updateWhere(repairOrder, { id: grab }, { dispatchAt: sql`now() - interval '1 second'` })
    await s.server.settle()
    expect((await s.sheetOf(grab)).assignedWay).toBe('auto')
  })
  it('20-R3 of 20 workers who grab one order at once, one gets it', async () => {
    const workers = await Promise.all(Array.from({ length: 20 }, (_, n) => s.worker(`抢${n}`, { types: ['电气'] })))
    const id = await reported(s, '灯不亮')
    const answers = await Promise.all(workers.map(w => w.post('repair/workSheet/grab', { orderId: id })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(new Set(answers.filter(a => a.code !== 200).map(ruleOf))).toEqual(new Set(['taken']))
    expect((await s.db.unscoped(workSheet).all({ orderId: id })).map(w => w.state)).toEqual(['accepted'])
  })
  it('20-R3 refuses a claim that is not valid, and says why', async () => {
    const worker = await s.worker('水工', { types: ['水暖'] })
    const id = await reported(s, '灯不亮')
    expect(await worker.post('repair/workSheet/grab', { orderId: id })).toMatchObject({
      errors: [{ rule: 'repair.workSheet.unfit', msg: expect.stringContaining('不会修这类') }],
    })
  })
  it('20-R4 not accepted in time, it goes to the next; declined with a reason, too; then to the pool', async () => {
    const [a, b] = [await s.worker('甲'), await s.worker('乙')]
    const id = await reported(s, '水龙头漏水')
    const first = await s.sheetOf(id)
    await s.db.updateWhere(workSheet, { id: first.id }, { acceptBy: sql`now() - interval '1 second'` })
    await s.server.settle()
    const second = await s.sheetOf(id)
    expect(new Set([first.repairerId, second.repairerId])).toEqual(new Set([a.userId, b.userId]))
    const holder = second.repairerId === a.userId ? a : b
    expect((await work(holder, 'decline', second.id)).code).toBe(400)
    expect((await work(holder, 'decline', second.id, { reason: '在别处抢修' })).code).toBe(200)
    await s.server.settle()
    expect(await s.order(id)).toMatchObject({ state: 'submitted', poolReason: 'asked' })
    expect((await s.db.unscoped(workSheet).all({ orderId: id }, { sort: ['assignedAt'] })).map(w => [w.state, w.endReason])).toEqual([
      ['transferred', '超时未接单'],
      ['declined', '在别处抢修'],
    ])
  })
  it('20-R2 two dispatchers at once give nobody more than the limit', async () => {
    await Promise.all(Array.from({ length: 3 }, (_, n) => s.worker(`工${n}`, { types: ['水暖'], maxOpen: 4 })))
    const urgency = (await s.db.query<{ id: string }>(sql`select id from repair_urgency where tenant_id = ${s.tenantId} and code = 'normal'`))[0]?.id
    await s.db.query(sql`insert into repair_order (tenant_id, order_no, applicant_id, place_type, public_place, place, type_id, urgency_id, description, phone, dispatch_at)
      select ${s.tenantId}, 'S' || n, ${s.student.userId}::uuid, 'public', '操场', '操场', ${s.type('水龙头漏水')}::uuid, ${urgency}::uuid, '坏了', '13812345678', now() from generate_series(1, 40) n`)
    await Promise.all([1, 2, 3].map(() => s.db.tx(db => dispatchWaiting(db))))
    while (await s.db.tx(db => dispatchWaiting(db)));
    const loads = await s.db.query<{ n: number }>(sql`select count(*)::int as n from work_sheet where tenant_id = ${s.tenantId} and state = 'assigned' group by repairer_id`)
    expect(loads.map(l => l.n)).toEqual([4, 4, 4])
    expect(await s.db.unscoped(repairOrder).count({ state: 'submitted', poolReason: 'full' })).toBe(28)
  })
  it('only the dispatcher changes the urgency; the time used counts on', async () => {
    await s.worker('水工')
    const id = await reported(s, '水龙头漏水')
    const before = await s.order(id)
    const urgent = (await s.db.query<{ id: string }>(sql`select id from repair_urgency where tenant_id = ${s.tenantId} and code = 'urgent'`))[0]?.id
    expect((await act(s.student, 'setUrgency', id, { urgencyId: urgent, reason: '很急' })).code).toBe(403)
    expect((await act(s.manager, 'setUrgency', id, { urgencyId: urgent, reason: '整层没水' })).code).toBe(200)
    const after = await s.order(id)
    expect([after.urgencyId, Date.parse(after.dueFinish ?? '') < Date.parse(before.dueFinish ?? '')]).toEqual([urgent, true])
  })
  it('rejects with a reason, which the applicant reads', async () => {
    const id = await reported(s, '水龙头漏水')
    expect((await act(s.other, 'reject', id, { reason: '不在维修范围' })).code).toBe(404)
    expect((await act(s.manager, 'reject', id, { reason: '不在维修范围' })).code).toBe(200)
    expect((await told('repair.rejected', s.student.userId)).at(-1)).toMatchObject({ bizId: id, values: { reason: '不在维修范围' } })
  })
  it('20-R12 a merged order keeps its messages and its evaluation', async () => {
    const worker = await s.worker('水工')
    const [main, twin] = [await reported(s, '水龙头漏水'), await reported(s, '水龙头漏水', {}, s.mate)]
    expect(ruleOf(await act(s.manager, 'merge', twin, { intoId: twin }))).toBe('self')
    expect((await act(s.manager, 'merge', twin, { intoId: main })).code).toBe(200)
    expect(await s.order(twin)).toMatchObject({ state: 'merged', mergedIntoId: main })
    expect((await told('repair.merged', s.mate.userId)).at(-1)?.bizId).toBe(twin)
    expect((await repaired(s, worker, main)).code).toBe(200)
    expect((await told('repair.done', s.mate.userId)).at(-1)?.bizId).toBe(main)
    expect(ruleOf(await act(s.mate, 'score', twin, { speed: 5, quality: 5, manner: 5, tidy: 5 }))).toBe('tooEarly')
    expect((await act(s.mate, 'confirm', main)).code).toBe(200)
    expect((await s.order(main)).confirmedWay).toBe('supporter')
    for (const [who, id] of [
      [s.mate, twin],
      [s.student, main],
    ] as const)
      expect((await act(who, 'score', id, { speed: 5, quality: 4, manner: 5, tidy: 4 })).code).toBe(200)
    expect(await s.db.query(sql`select mean, repairer_id as "repairerId" from repair_score where tenant_id = ${s.tenantId} and order_id = any(${[main, twin]}::uuid[])`)).toEqual(
      [1, 2].map(() => ({ mean: 4.5, repairerId: worker.userId })),
    )
  })
  it('shows dispatchers the pool by building and who has how much in hand', async () => {
    const worker = await s.worker('水工', { shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }] })
    await reported(s, '水龙头漏水')
    const { data } = await s.manager.get<{ workers: Array<{ id: string; open: number; minutes: number }>; buildings: Array<{ name: string; open: number }> }>(
      'repair/repairOrder/board',
    )
    expect(data.workers.find(w => w.id === worker.userId)).toMatchObject({ open: 1, minutes: 30 })
    expect(data.buildings).toEqual([expect.objectContaining({ name: '兰苑1栋', open: 1 })])
    expect(await s.db.unscoped(repairSkill).count({ isEnabled: true })).toBe(1)
  })
})
