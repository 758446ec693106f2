import sql from 'sql-template-tag'
import { campus } from '#modules/campus/model/places.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { dormBed, dormBuilding } from '../../places/model/places.ts'
import { screenBeds, screenDorms } from '../model/measures.ts'
import { BED_SUMS, type BedSums, countedBeds } from './bed-kinds.ts'
import { dormNames } from './dorm-names.ts'

const NONE: BedSums = { beds: 0, occupied: 0, reserved: 0, locked: 0, free: 0 }
const sums = computeMeasure(screenBeds, async ({ db }) => {
  const [row] = await db.query<BedSums & { dorms: number; campuses: number }>(
    sql`select ${BED_SUMS}, count(distinct dorm_id)::int as dorms, count(distinct campus_id)::int as campuses from ${countedBeds(db, db.visible(dormBed))} x`,
  )
  return row ?? { ...NONE, dorms: 0, campuses: 0 }
})
/** By campus and building; buildings outside the reader's scope are absent. */
const byDorm = computeMeasure(screenDorms, async ({ db }) => {
  const rows = await db.query<BedSums & { id: string }>(sql`select dorm_id as id, ${BED_SUMS} from ${countedBeds(db, db.visible(dormBed))} x group by 1`)
  const counted = new Map(rows.map(r => [r.id, r]))
  const campuses = await db.cached(campus)
  const dorms = [...(await db.cached(dormBuilding)).values()].filter(d => counted.has(d.id))
  const nameOf = (id: string | null): string => campuses.get(id ?? '')?.name ?? ''
  dorms.sort((a, b) => nameOf(a.campusId).localeCompare(nameOf(b.campusId)) || (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code, 'zh', { numeric: true }))
  const name = await dormNames(db, true)
  return { dorms: dorms.map(d => ({ id: d.id, name: name(d.id), campus: nameOf(d.campusId), beds: counted.get(d.id)?.beds ?? 0, occupied: counted.get(d.id)?.occupied ?? 0 })) }
})
export default [sums, byDorm]
