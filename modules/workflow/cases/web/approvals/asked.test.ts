import { expect, it } from 'vitest'
import { askedOf, caseLink } from './asked.ts'

const params = (query: string) => new URLSearchParams(query)

it('reads tab, filters and page from the address, and leaves out what is none', () => {
  expect(askedOf(params('tab=done&processType=leave&state=returned&current=3'))).toEqual({ tab: 'done', processType: 'leave', state: 'returned', current: 3, size: 20 })
  expect(askedOf(params('tab=nonsense&state=toString'))).toEqual({ tab: 'todo', current: 1, size: 20 })
})
it('lets the next case follow the list it was opened from', () => {
  expect(caseLink({ instanceId: 'i1' }, params('processType=leave&keyword=张&current=2'))).toBe('/workflow/case/i1?processType=leave&keyword=%E5%BC%A0')
  expect(caseLink({ instanceId: 'i1' }, params('tab=started&processType=leave'))).toBe('/workflow/case/i1')
})
