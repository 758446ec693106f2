import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { previewRun } from '#modules/dormitory/charges/model/actions.ts'
import { dormBuilding, dormRoom } from '#modules/dormitory/places/model/places.ts'
import { type StaySchool, staySchool } from '#modules/dormitory/stays/testing.ts'
import { houseAll } from '#modules/dormitory/stays/testing-residents.ts'
import type { Actor } from '#testing/school.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { billLine } from './model/bill-line.ts'

let s: StaySchool
let finance: Actor
let itemId: string
beforeAll(async () => {
  s = await staySchool()
  finance = await s.as({ roles: ['finance'], userType: 2 })
  itemId = (await s.db.insert(chargeItem, { code: 'lodging', name: '住宿费', nature: 'administrative', filingNo: 'JY1', period: 'year' })).id
  const ids = (await s.students(2)).map(who => who.id)
  await houseAll(s, ids, [s.beds.women[0] ?? '', s.beds.women[4] ?? ''], '2024-09-01')
})
afterAll(() => s.close())
const price = (amount: number, xn: string, more: object = {}) => finance.post('fee/chargeStandard/add', { itemId, xn, amount, roomType: 'four', ...more })
const preview = async (xn: string) => (await finance.get<OutputOf<typeof previewRun>>('dorm/lodgingCharge/preview', { xn })).data

describe('40-F1 prices of lodging stand with the other prices', () => {
  it('a year is charged by the standard in force in it, not by today’s', async () => {
    expect(await preview('2024-2025')).toMatchObject({ total: 0, unpriced: 2 })
    await price(1000_00, '2024-2025')
    await price(1200_00, '2026-2027')
    expect(await Promise.all(['2023-2024', '2024-2025', '2025-2026', '2026-2027'].map(async xn => (await preview(xn)).total))).toEqual([0, 2000_00, 2000_00, 2400_00])
  })
  it('40-F18 the price of a building and kind of room wins, and becomes a line of the ledger', async () => {
    const [building] = await s.db.unscoped(dormBuilding).all({ id: s.dorms.women })
    const [first] = await s.db.unscoped(dormRoom).all({ dormId: s.dorms.women }, { sort: ['roomNo'] })
    await s.db.update(dormRoom, first?.id ?? '', { roomType: 'two' })
    await price(1800_00, '2026-2027', { roomType: 'two', buildingId: building?.buildingId })
    expect((await finance.post('dorm/lodgingCharge/run', { xn: '2026-2027', dueOn: '2026-09-30' })).code).toBe(200)
    const lines = await s.db.unscoped(billLine).all({ itemId, xn: '2026-2027' }, { sort: ['owed'] })
    expect(lines.map(l => [l.sourceType, l.charged])).toEqual([
      ['dormStay', 1200_00],
      ['dormStay', 1800_00],
    ])
  })
})
