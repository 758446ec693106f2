import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { claimLink } from '../model/link.ts'

/** A round in which whoever has no bed yet may still choose, after the information form. */
export async function demoDorm(db: Db, batchId: string, year: number, people: number): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const dorms = await db.unscoped(dormBuilding).all({ isEnabled: true }) // demo data: no data scope
  if (!officer || !dorms.length) return
  const departmentId = officer.departmentId ?? null
  const { id } = await db.insert(claimRound, {
    ...{ processType: 'claimRound', name: `${year} 级新生补选床位`, beginTime: moment(-1, '08:00'), endTime: moment(6, '21:00'), audience: { roles: ['newStudent'] } }, // verbatim
    ...{ pool: { dormIds: dorms.map(d => d.id), grants: [] }, waves: [], moveIn: day(1), state: 'published', publishedAt: moment(-2, '09:00'), audienceCount: people, told: [] },
    ownerDepartmentId: departmentId,
    publisher: { userId: officer.id, departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  } as never)
  await db.insert(claimLink, { batchId, roundIds: [id], conditions: ['intention', 'information'] })
}
