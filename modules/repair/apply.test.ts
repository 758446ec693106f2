import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doorCode, doorKey } from '#modules/dormitory/stays/server/door.ts'
import { setParams } from '#modules/message/testing.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { repairOrder } from './model/order.ts'
import { act, type RepairSchool, repairSchool, reported, reportOf, ruleOf } from './testing.ts'

let s: RepairSchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await repairSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const apply = (typeName: string, more: Record<string, unknown> = {}, by = s.student) =>
  by.post<{ id: string; orderNo: string }>('repair/repairOrder/apply', reportOf(s, typeName, more))

describe('reporting', () => {
  it('fills in the own room and is stored with number, urgency and due times', async () => {
    const { data: form } = await s.student.get<{ room: { id: string } }>('repair/repairOrder/form')
    expect(form.room.id).toBe(s.roomId)
    const { code, data } = await apply('水龙头漏水', { slots: [{ date: '2099-01-01', from: '12:00', to: '13:00' }], answers: { 哪个: '左边' } })
    expect([code, data.orderNo]).toEqual([200, expect.stringMatching(/^BX\d{8}-\d{4}$/)])
    expect(await s.order(data.id)).toMatchObject({ title: '水龙头漏水', place: expect.stringContaining('101'), dueFinish: expect.any(String), placeType: 'room' })
  })
  it('refuses a group of types, a closed room, a slot in the past, and a room of others', async () => {
    expect(ruleOf(await apply('灯不亮', { typeId: s.type('电气') }))).toBe('leaf')
    expect(ruleOf(await apply('灯不亮', { slots: [{ date: '2020-01-01', from: '12:00', to: '13:00' }] }))).toBe('slotPast')
    expect(ruleOf(await apply('灯不亮', { roomId: s.otherRoomId }))).toBe('notYourRoom')
    expect(ruleOf(await apply('灯不亮', { placeType: 'public', roomId: undefined }))).toBe('placeMissing')
    await s.db.query(sql`update dorm_room set state = 'closed' where tenant_id = ${s.tenantId} and id = ${s.roomId}`)
    expect(ruleOf(await apply('灯不亮'))).toBe('roomClosed')
    await s.db.query(sql`update dorm_room set state = 'normal' where tenant_id = ${s.tenantId} and id = ${s.roomId}`)
  })
  it('takes photos and videos of up to 30 MB', async () => {
    const [small, large] = [await s.photo(s.student), await s.photo(s.student)]
    await s.db.query(sql`update attachment set size = ${31 * 1_048_576} where id = ${large}`)
    expect((await apply('灯不亮', { isNew: true, photos: [small] })).code).toBe(200)
    expect(await apply('灯不亮', { isNew: true, photos: [large] })).toMatchObject({ errors: [{ rule: 'file.tooLarge', msg: expect.stringContaining('30 MB') }] })
  })
  it('takes a room whose door code was scanned', async () => {
    const code = doorCode(doorKey(s.db), s.tenantId, s.otherRoomId)
    expect((await apply('灯不亮', { roomId: undefined, doorCode: code })).code).toBe(200)
    expect(ruleOf(await apply('灯不亮', { roomId: undefined, doorCode: `${code}x` }))).toBe('doorCode')
  })
  it('20-R1 shows the same fault of the same place first, and counts "me too" once each', async () => {
    const id = await reported(s, '淋浴没有热水')
    expect(ruleOf(await apply('淋浴没有热水', {}, s.mate))).toBe('similar')
    const check = { placeType: 'room', roomId: s.roomId, typeId: s.type('淋浴没有热水') }
    const { data } = await s.mate.get<{ similar: Array<{ id: string; isMine: boolean }>; questions: string[] }>('repair/repairOrder/check', check)
    expect(data).toMatchObject({ similar: [{ id, isMine: false }], questions: ['是一直没有，还是某个时段没有'] })
    await Promise.all([act(s.mate, 'support', id), act(s.mate, 'support', id)])
    expect((await s.order(id)).supporterIds).toEqual([s.mate.userId])
    expect((await s.mate.get<Array<{ id: string; isSupporter: boolean }>>('repair/repairOrder/mine')).data[0]).toMatchObject({ id, isSupporter: true })
    expect((await apply('淋浴没有热水', { isNew: true }, s.mate)).code).toBe(200)
  })
  it('20-R1 lets nobody join the report of a room they neither live in nor stand in front of', async () => {
    const code = doorCode(doorKey(s.db), s.tenantId, s.otherRoomId)
    const id = await reported(s, '灯不亮', { roomId: undefined, doorCode: code })
    expect((await act(s.mate, 'support', id)).code).toBe(404)
    expect((await act(s.mate, 'support', id, { doorCode: doorCode(doorKey(s.db), s.tenantId, s.roomId) })).code).toBe(404)
    expect((await s.order(id)).supporterIds).toBeNull()
    expect((await act(s.mate, 'support', id, { doorCode: code })).code).toBe(200)
  })
  it('20-R1 supporters get every message', async () => {
    const worker = await s.worker('水工')
    const id = await reported(s, '马桶堵塞')
    await act(s.mate, 'support', id)
    const { id: sheet } = await s.sheetOf(id)
    expect((await worker.post('repair/workSheet/accept', { id: sheet, comingAt: '2099-01-01T10:00:00+08:00' })).code).toBe(200)
    const [message] = (await told('repair.accepted')).filter(h => h.bizId === id)
    expect(new Set(message?.to)).toEqual(new Set([s.student.userId, s.mate.userId]))
    expect(message?.values).toMatchObject({ worker: '水工', comingAt: '2099-01-01 10:00' })
  })
  it('20-R11 an emergency shows the duty phone first, and staff enter a call for the caller', async () => {
    await setParams(s, 'repair', { dutyPhone: '0851-88880000' })
    const check = { placeType: 'room', roomId: s.roomId, typeId: s.type('水管爆裂') }
    expect((await s.student.get('repair/repairOrder/check', check)).data).toMatchObject({ callsFirst: true })
    expect((await s.student.get('repair/repairOrder/form')).data).toMatchObject({ dutyPhone: '0851-88880000' })
    const call = (more: Record<string, unknown>, by = s.manager) => by.post<{ id: string }>('repair/repairOrder/applyFor', reportOf(s, '水管爆裂', { isNew: true, ...more }))
    expect(ruleOf(await call({}))).toBe('caller')
    const [{ no } = { no: '' }] = await s.db.query<{ no: string }>(
      sql`select student_no as no from student s join sys_user u on u.student_id = s.id where u.id = ${s.student.userId}`,
    )
    const made = await call({ studentNo: no })
    expect(await s.order(made.data.id)).toMatchObject({ applicantId: s.student.userId, enteredById: s.manager.userId })
    expect((await call({ callerName: '路过的老师' })).code).toBe(200)
    expect((await call({ callerName: '路过的老师' }, s.other)).code).toBe(404)
  })
  it('beyond: hints that helped are counted, and a planned outage takes no reports while it lasts', async () => {
    const types = async () => (await s.officer.get<{ solvedCount: number; selfHelp: string }>('repair/repairType/getOne', { id: s.type('跳闸停电') })).data
    expect((await types()).selfHelp).toContain('配电箱')
    await Promise.all([1, 2].map(() => s.student.post('repair/repairType/solved', { typeId: s.type('跳闸停电') })))
    expect((await types()).solvedCount).toBe(2)
    const [{ id: buildingId } = { id: '' }] = await s.db.query<{ id: string }>(
      sql`select building_id as id from dorm_building where tenant_id = ${s.tenantId} and id = ${s.dorms.women}`,
    )
    const outage = { name: '停水检修', typeIds: [s.type('水暖')], buildingIds: [buildingId], startAt: '2020-01-01T08:00:00+08:00', endAt: '2099-01-01T18:00:00+08:00' }
    expect(ruleOf(await s.officer.post('repair/repairOutage/add', { ...outage, endAt: '2019-01-01T18:00:00+08:00' }))).toBe('order')
    const made = await s.officer.post<{ id: string }>('repair/repairOutage/add', outage)
    expect(ruleOf(await apply('水龙头漏水', { isNew: true }))).toBe('outage')
    expect((await apply('灯闪烁', { isNew: true })).code).toBe(200)
    await s.officer.post('repair/repairOutage/remove', { ids: [made.data.id] })
  })
  it('answers the tree of types as the customer calls it', async () => {
    const tree = (await s.student.get<Array<{ id: string; code: string; defaultUrgency: string; children: unknown[] }>>('/api/repair-resource/repairType/getTree')).data
    expect(tree[0]).toMatchObject({
      code: 'water',
      defaultUrgency: 'normal',
      children: expect.arrayContaining([expect.objectContaining({ name: '水管爆裂', defaultUrgency: 'emergency' })]),
    })
    const below = (await s.student.get<Array<{ id: string }>>('repair/repairType/getTree', { root: tree[0]?.id })).data
    expect(below.map(n => n.id)).toEqual([tree[0]?.id])
    expect((await s.student.get<Array<{ id: string; children: unknown[] }>>('repair/repairType/getTree', { root: '1' })).data).toMatchObject([
      { id: '1', children: { length: tree.length } },
    ])
  })
  it('withdraws an order that nobody else supports', async () => {
    const id = await reported(s, '纱窗破损')
    await act(s.mate, 'support', id)
    expect(ruleOf(await act(s.student, 'withdraw', id))).toBe('supported')
    const own = await reported(s, '纱窗破损')
    expect((await act(s.mate, 'withdraw', own)).code).toBe(404)
    expect((await act(s.student, 'withdraw', own)).code).toBe(200)
    expect([(await s.order(own)).state, ruleOf(await act(s.student, 'withdraw', own))]).toEqual(['withdrawn', 'state'])
  })
  it('stands on the card of its room while it is open', async () => {
    const notes = async () => (await s.manager.get<{ notes: Array<{ label: string; text: string }> }>('dorm/dormRoom/card', { id: s.otherRoomId })).data.notes
    const before = (await notes()).find(n => n.label === '未完工报修')?.text ?? '0 张'
    const id = await reported(s, '窗户关不上', { roomId: undefined, doorCode: doorCode(doorKey(s.db), s.tenantId, s.otherRoomId) })
    expect(await notes()).toContainEqual({ label: '未完工报修', text: expect.stringMatching(new RegExp(`^${Number.parseInt(before, 10) + 1} 张`)) })
    await act(s.manager, 'reject', id, { reason: '已经修好' })
    expect((await notes()).find(n => n.label === '未完工报修')?.text ?? '0 张').toBe(before)
  })
  it('shows managers the orders of their buildings only', async () => {
    const id = await reported(s, '窗帘轨道脱落')
    const lists = await Promise.all([s.manager, s.other, s.officer].map(who => who.get<{ result: unknown[] }>('repair/repairOrder/list', { id })))
    expect(lists.map(l => l.data.result.length)).toEqual([1, 0, 1])
    expect(repairOrder.fields.phone.options.sensitivity).toBe('S1')
  })
})
