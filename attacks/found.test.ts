import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleWithEverything } from '#testing/grants.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  await roleWithEverything(school, 'everything', 'all')
  admin = await school.as({ roles: ['everything'] })
})
afterAll(() => school?.close())

describe('what strange requests have found', () => {
  it('10-X4 a removal that brings a file is answered: the file is read and left', async () => {
    const answer = await upload(admin, 'base/department/remove', Buffer.alloc(200_000), 'a.pdf', { ids: crypto.randomUUID() })
    expect(answer.code).toBe(404)
  })
  it('10-S1 fields to reveal that are no fields are refused, whatever JavaScript makes of their names', async () => {
    for (const name of ['constructor', 'toString', '__proto__', { toString: 1 }, null, 7, ['a'], []])
      expect((await admin.post('base/sysUser/reveal', { id: admin.userId, fields: [name] })).code).toBe(400)
    for (const fields of ['mobile', ['mobile']]) expect((await admin.post('base/sysUser/reveal', { id: admin.userId, fields, reason: '核对' })).code).toBe(200)
  })
  it.each([null, '', ' '])('10-X3 an item of a list that is nothing (%j) is refused as a missing value', async item => {
    const answer = await admin.post('screen/screenDevice/pair', { code: 'AAAAAA', name: '大屏', screens: ['dorm'], cidrs: ['10.0.0.0/8', item] })
    expect([answer.code, answer.errors[0]?.rule, answer.errors[0]?.field]).toEqual([400, 'value.required', 'cidrs[1]'])
  })
  it('10-T1 the number of an opening that is none is unknown, without asking the database', async () => {
    expect((await school.anonymous.get('auth/openApi/provision', { provisionId: 'a'.repeat(36) })).code).toBe(404)
    expect((await school.anonymous.get('auth/openApi/provision', { provisionId: crypto.randomUUID() })).code).toBe(404)
  })
  it('20-DA9 a page that begins after a place that is none begins at the beginning', async () => {
    const span = { from: '2026-09-01T00:00:00+08:00', to: '2026-09-02T00:00:00+08:00' }
    for (const day of ['2026-02-30', '2026-09-01T00:00:00+08:00']) {
      const place = `${day}|${'a'.repeat(36)}`
      expect((await admin.get('dorm/accessAlert/desk', { after: place })).code).toBe(200)
      expect((await admin.post('dorm/accessEvent/passages', { ...span, before: place, purpose: '核对晚归' })).code).toBe(200)
    }
  })
})
