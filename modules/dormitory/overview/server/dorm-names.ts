import { campus } from '#modules/campus/model/places.ts'
import type { Db } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'

const SUFFIX = /校区$/
/** Common suffix of building names, dropped on big screens. */
const HOUSE = /(学生)?(公寓|宿舍)楼?$/
const shortOf = (name: string): string => name.replace(HOUSE, '') || name
/** Display name of a building without a campus beside it: with the campus if names repeat; short on big screens. */
export async function dormNames(db: Db, isShort = false): Promise<(id: string | null) => string> {
  const [dorms, campuses] = [await db.cached(dormBuilding), await db.cached(campus)]
  const many = Map.groupBy(dorms.values(), d => d.name)
  const placeOf = (campusId: string | null): string => (campuses.get(campusId ?? '')?.name ?? '').replace(isShort ? SUFFIX : '', '')
  return id => {
    const dorm = dorms.get(id ?? '')
    if (!dorm) return '—'
    const name = isShort ? shortOf(dorm.name) : dorm.name
    return (many.get(dorm.name)?.length ?? 0) > 1 ? `${placeOf(dorm.campusId)}${name}` : name
  }
}
