import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { openSchool, type School } from '#testing/school.ts'
import { today } from '../base/today.ts'
import { holdersOf, permissionHolders } from './holders.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school?.close())

it('turns to whoever holds a role today, not to what has ended or is to come, nor to accounts that are shut', async () => {
  const day = (offset: number): string => today(new Date(Date.now() + offset * DAY_MS))
  const span = async (userId: string, from: number | null, to: number | null): Promise<void> => {
    await school.db.query(sql`update role_user set valid_from = ${from === null ? null : day(from)}, valid_to = ${to === null ? null : day(to)}
      where tenant_id = ${school.tenantId} and user_id = ${userId}`)
  }
  const [now, covers, ended, coming, shut] = [
    await school.as({ roles: ['officer', 'admin'] }),
    await school.as({ roles: ['officer'] }),
    await school.as({ roles: ['officer'] }),
    await school.as({ roles: ['officer'] }),
    await school.as({ roles: ['officer'] }),
  ]
  await span(covers.userId, 0, 0)
  await span(ended.userId, -9, -1)
  await span(coming.userId, 1, 9)
  await school.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${school.tenantId} and id = ${shut.userId}`)
  const found = await holdersOf(school.db, 'officer', 'admin')
  expect(Object.fromEntries(found.map(h => [h.id, h.code]))).toEqual({ [now.userId]: 'officer', [covers.userId]: 'officer' })
})
it('finds who holds a permission today, by which role and how far', async () => {
  const holder = await school.as({ roles: ['college'] })
  const [ended, shut] = [await school.as({ roles: ['college'] }), await school.as({ roles: ['college'] })]
  await school.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${school.tenantId} and id = ${shut.userId}`)
  await school.db.query(sql`update role_user set valid_to = ${today(new Date(Date.now() - DAY_MS))} where tenant_id = ${school.tenantId} and user_id = ${ended.userId}`)
  const found = await permissionHolders(school.db, 'student:student:list')
  expect(found.filter(h => h.id === holder.userId)).toEqual([{ id: holder.userId, teacherId: null, role: 'college', scope: 'dept' }])
  expect(found.filter(h => h.id === ended.userId || h.id === shut.userId)).toEqual([])
})
