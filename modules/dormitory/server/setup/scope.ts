import { building, campus } from '#modules/campus/model/places.ts'
import { rules, scopeSource } from '#server/context.ts'
import { dormBuilding } from '../../model/setup/places.ts'

export default [
  /** The buildings a dormitory manager runs. A tie names the dormitory or, like the scopes people are given by hand, the building it stands on. */
  scopeSource('building', 'building', async db => {
    const own = [...(await db.cached(dormBuilding)).values()].filter(d => db.me.teacherId !== null && d.managerIds?.includes(db.me.teacherId))
    return own.flatMap(d => [d.id, d.buildingId])
  }),
  // the database hands names down to the dormitories; what processes keep of them is dropped
  rules(campus, { updated: ({ db }, before, after) => (before.name === after.name ? Promise.resolve() : db.changed(dormBuilding)) }),
  rules(building, { updated: ({ db }, before, after) => (before.campusId === after.campusId ? Promise.resolve() : db.changed(dormBuilding)) }),
]
