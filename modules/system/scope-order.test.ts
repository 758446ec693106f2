import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import { covers, customFault, type Held, type Scope } from '#model/scope-order.ts'
import { DATA_SCOPES } from '#server/context.ts'
import { functionsOf } from './model/admin-functions.ts'

const scopes = Object.keys(DATA_SCOPE_NAMES) as Scope[]
const held = fc.array(fc.record<Held>({ scope: fc.constantFrom(...scopes) }), { maxLength: 4 })

it('the scopes people choose from are the ones the gate knows', () => {
  expect([...scopes].sort()).toEqual([...DATA_SCOPES].sort())
})
it('10-U5 whoever holds nothing gives nothing, more roles never give less, and the whole school covers everything', () => {
  fc.assert(
    fc.property(held, fc.constantFrom(...scopes), fc.constantFrom(...scopes), (mine, wanted, more) => {
      expect(covers([], wanted)).toBe(false)
      if (covers(mine, wanted)) expect(covers([...mine, { scope: more }], wanted)).toBe(true)
      expect(covers([...mine, { scope: 'all' }], wanted)).toBe(true)
      if (wanted === 'all') expect(covers(mine, wanted)).toBe(mine.some(m => m.scope === 'all'))
    }),
  )
})
it('10-U5 a custom list is covered only by one that contains it', () => {
  const mine: Held[] = [{ scope: 'custom', custom: { departmentIds: ['a', 'b'], classIds: ['x'] } }]
  expect(covers(mine, 'custom', { departmentIds: ['a'] })).toBe(true)
  expect(covers(mine, 'custom', { departmentIds: ['a', 'c'] })).toBe(false)
  expect(covers(mine, 'custom', { buildingIds: ['q'] })).toBe(false)
  expect([customFault(null), customFault({ departmentIds: [] }), customFault({ departmentIds: ['a'] })]).toEqual(['empty', 'empty', undefined])
})
it('10-U12 reading belongs to no part of administration, doing belongs to one', () => {
  expect(functionsOf(['system:user:list', 'system:role:list', 'student:student:update'])).toEqual([])
  expect(functionsOf(['system:user:disable', 'system:role:list'])).toEqual(['system'])
  expect(functionsOf(['system:user:assignRoles', 'system:role:grant'])).toEqual(['security'])
  expect(functionsOf(['audit:auditLog:list', 'system:baseParams:submit', 'system:user:cover'])).toEqual(['system', 'security', 'audit'])
})
