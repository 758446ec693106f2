import { building, campus } from '#modules/campus/model/places.ts'
import { rules, scopeSource } from '#server/context.ts'
import { dormBuilding } from '../model/places.ts'

export default [
  /** The buildings a manager runs. A scope entry names the dormitory or, in manually assigned scopes, the building on the map. */
  scopeSource('building', 'building', async db => {
    const own = [...(await db.cached(dormBuilding)).values()].filter(d => db.me.teacherId !== null && d.managerIds?.includes(db.me.teacherId))
    return own.flatMap(d => [d.id, d.buildingId])
  }),
  // triggers propagate names to the dormitories; the caches are invalidated
  rules(campus, { updated: ({ db }, before, after) => (before.name === after.name ? Promise.resolve() : db.changed(dormBuilding)) }),
  rules(building, { updated: ({ db }, before, after) => (before.campusId === after.campusId ? Promise.resolve() : db.changed(dormBuilding)) }),
]
