import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { profileBrief, profilePart } from '#modules/student/model/profile.ts'
import { makeRole } from '#modules/system/testing.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { takeMoney } from './server/settle.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())

it('30-SP1 the profile shows by year what a student was charged, has paid and owes, and that it is late; without the permission there is no such part', async () => {
  const lineId = await s.line(5_000_00)
  await takeMoney(s.db, { sourceType: 'test', sourceId: 'profile' }, 'own', [{ lineId, amount: 800_00 }])
  await s.line(400_00, { xn: '2025-2026', dueDate: '2099-09-30' })
  const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, userType: 2 })
  const part = async (by = fdy) => by.get<OutputOf<typeof profilePart>>('base/student/profilePart', { id: s.payer.id, part: 'fee.bills' })
  const { data } = await part()
  expect(data.lines.map(l => [l?.label, l?.value])).toEqual([
    ['2026-2027', '应缴 ¥5,000.00，已缴 ¥800.00，待缴 ¥4,200.00'],
    ['2025-2026', '应缴 ¥400.00，已缴 ¥0.00，待缴 ¥400.00'],
  ])
  expect(data.numbers.map(n => n?.value)).toEqual([4200])
  const brief = (await fdy.get<OutputOf<typeof profileBrief>>('base/student/profileBrief', { id: s.payer.id })).data
  expect(brief.notable.map(n => n?.title)).toContain('欠费 ¥4,200.00')
  await makeRole(s, 'plain', ['student:student:list'])
  const plain = await s.as({ roles: ['plain'] })
  expect((await part(plain)).code).not.toBe(200)
  const { data: parts } = await plain.get<Array<{ code: string }>>('base/student/profileParts', { id: s.payer.id })
  expect(parts.map(p => p.code)).not.toContain('fee.bills')
})
