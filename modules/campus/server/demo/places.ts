import type { Db } from '#server/context.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { building, venue } from '../../model/places.ts'
import type { Organisation } from './organisation.ts'

const CAMPUS_CODES = ['01', '02', '03'] as const
/** Dormitory and teaching buildings, a few others, and rooms in the teaching buildings: 40, 22 and 600 in the full school. */
export async function makePlaces(db: Db, { campuses }: Organisation, share: number): Promise<void> {
  const count = (full: number, least: number): number => Math.max(least, Math.round(full * share))
  const kinds = [
    { usage: 'dormitory', letter: 'S', name: '学生公寓', floors: 6, many: count(40, 6) },
    { usage: 'teaching', letter: 'J', name: '教学楼', floors: 5, many: count(22, 6) },
    { usage: 'office', letter: 'B', name: '行政楼', floors: 8, many: 3 },
    { usage: 'lab', letter: 'X', name: '实训楼', floors: 4, many: count(6, 3) },
    { usage: 'canteen', letter: 'C', name: '食堂', floors: 3, many: 3 },
    { usage: 'sports', letter: 'T', name: '体育馆', floors: 2, many: 3 },
  ]
  const drafts = kinds.flatMap(k =>
    Array.from({ length: k.many }, (_, i) => {
      const at = campuses.get(CAMPUS_CODES[i % 3] as string)
      const no = Math.floor(i / 3) + 1
      return {
        code: `${k.letter}${(i % 3) + 1}${String(no).padStart(2, '0')}`,
        name: `${at?.name ?? ''} ${no} 号${k.name}`,
        campusId: at?.id as string,
        usage: k.usage,
        floors: k.floors,
        basements: k.usage === 'office' ? 1 : 0,
        isEnabled: true,
      }
    }),
  )
  await db.insertMany(building, drafts)
  const teaching = await db.unscoped(building).all({ usage: ['teaching', 'lab'] }) // demo data: no data scope
  await db.insertMany(venue, rooms(teaching, count(600, 40), randomOf(11)))
}
type Building = { id: string; code: string; name: string; campusId: string; floors: number; usage: string }
function rooms(buildings: readonly Building[], many: number, random: Random) {
  return Array.from({ length: many }, (_, i) => {
    const b = buildings[i % buildings.length] as Building
    const nth = Math.floor(i / buildings.length)
    const floor = (nth % b.floors) + 1
    const no = `${floor}${String(Math.floor(nth / b.floors) + 1).padStart(2, '0')}`
    const big = random.chance(0.08)
    const type = b.usage === 'lab' ? random.pick(['lab', 'computerRoom']) : big ? 'lectureHall' : random.pick(['classroom', 'multimedia', 'multimedia'])
    const capacity = big ? 180 : random.pick([40, 48, 60, 60, 90])
    const exam = type === 'multimedia' || type === 'classroom'
    return {
      code: `${b.code}-${no}`,
      name: `${b.name} ${no}`,
      campusId: b.campusId,
      buildingId: b.id,
      floor,
      type,
      capacity,
      examSeats: exam ? 30 : null,
      examLayout: exam ? '7-8-8-7' : null,
      bookable: random.chance(0.9),
      isEnabled: true,
    }
  })
}
