import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orgAppointment } from './model/appointment.ts'
import { studentOrg } from './model/org.ts'
import demo from './server/demo.ts'
import { type OrgSchool, orgSchool } from './testing.ts'

let s: OrgSchool
beforeAll(async () => {
  s = await orgSchool()
})
afterAll(() => s.close())

it('the demo has unions, committees of all classes with a term, and holders whom the calendar keeps', async () => {
  for (let n = 0; n < 12; n++) await s.pupil()
  await s.branch(s.ids.s2301)
  await s.db.tx(db => demo(db))
  const classes = await s.db.query(sql`select 1 from stu_class where tenant_id = ${s.db.me.tenantId} and state = 'active'`)
  expect(await s.db.unscoped(studentOrg).count({ type: 'classCommittee' })).toBe(classes.length)
  expect(await s.db.unscoped(studentOrg).count({ type: 'leagueBranch' })).toBe(1)
  expect(await s.db.unscoped(studentOrg).count({ type: 'studentUnion', level: 'college' })).toBe(2)
  expect(await s.db.unscoped(orgAppointment).count({ state: 'active' })).toBeGreaterThan(5)
})
