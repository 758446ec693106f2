import sql from 'sql-template-tag'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { dormBed } from '#modules/dormitory/places/model/places.ts'
import { keepBed, withGrounds } from '#modules/dormitory/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { claimNeeds, placeInBed } from '../model/needs.ts'
import { comingIn, hasBed, isOwnBed } from './coming.ts'
import { lockComing } from './conditions.ts'
import { linkOfBatch, roundIdsOf } from './links.ts'
import { tellPlaced } from './placements.ts'

interface Needy {
  studentId: string
  name: string
  genderCode: string
  className: string | null
  needsAccessible: boolean
  bed: string | null
}
const needs = handle(claimNeeds, async ({ db }, { batchId }) =>
  db.query<Needy>(sql`select s.id as "studentId", s.name, s.gender_code as "genderCode", c.name as "className", g.accessible as "needsAccessible",
      (select b.full_name from dorm_stay d join dorm_bed b on b.tenant_id = d.tenant_id and b.id = d.bed_id
        where ${isOwnBed} limit 1) as bed
    from ${withGrounds(db, comingIn(db, batchId))} g join student s on s.tenant_id = ${db.me.tenantId} and s.id = g.id
      join ${db.visible(welcomeMember).rows()} m on m.batch_id = ${batchId} and m.student_id = s.id
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id order by (${hasBed}), c.name, s.id`),
)
const place = handle(placeInBed, async ({ db, me, refuse }, { batchId, studentId, bedId }) => {
  const batch = await db.visibleFor(welcomeBatch, 'welcome:welcomeBatch:list').one(batchId)
  const link = await linkOfBatch(db, batchId)
  if (!link) return refuse('noLink', { batch: batch.name }, 'batchId')
  const [member] = await db.visible(welcomeMember).all({ batchId, studentId })
  const name = (await studentOf(db, studentId))?.name ?? ''
  // whoever gives up at this moment comes before, or gives up this bed, too
  await lockComing(db, [studentId], true)
  const [comes] = await db.query(sql`select x.id from (${comingIn(db, batchId)}) as x (id) where x.id = ${studentId}`)
  if (!member || !comes) return refuse('stranger', { name, batch: batch.name }, 'studentId')
  const [needy] = await db.query(withGrounds(db, sql`select ${studentId}::uuid`))
  const real = await db.unscoped(claimRound).all({ id: roundIdsOf(link), trial: false }, { sort: ['-endTime'] }) // rounds of the batch: their times
  const [moveIn] = real.map(r => r.moveIn).sort()
  if (moveIn === undefined) return refuse('noRound', { batch: batch.name }, 'batchId')
  await keepBed({ db, me }, { studentId, bedId, moveIn, until: needy ? (real[0]?.endTime ?? null) : null })
  const bed = await db.unscoped(dormBed).one(bedId) // the one just given
  await tellPlaced(db, batchId, [{ studentId, bed: bed.fullName, reason: 'staff' }])
})
export default [needs, place]
