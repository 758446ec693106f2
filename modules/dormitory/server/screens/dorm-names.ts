import { campus } from '#modules/campus/model/places.ts'
import type { Db } from '#server/context.ts'
import { dormBuilding } from '../../model/setup/places.ts'

const SUFFIX = /校区$/
/** What nearly every house of a school ends with, and a wall has no room for. */
const HOUSE = /(学生)?(公寓|宿舍)楼?$/
const shortOf = (name: string): string => name.replace(HOUSE, '') || name
/** What a building is called where no campus stands beside it: with its campus if another has the same name; on a wall as short as it is spoken. */
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
