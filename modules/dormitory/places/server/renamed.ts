import { building, campus } from '#modules/campus/model/places.ts'
import { rules } from '#server/context.ts'
import { dormBuilding } from '../model/places.ts'

/** Database triggers propagate renamed campuses and buildings; this invalidates the caches. */
export default [
  rules(campus, {
    async updated({ db }, before, after) {
      if (before.name !== after.name) await db.changed(dormBuilding)
    },
  }),
  rules(building, {
    async updated({ db }, before, after) {
      if (before.campusId !== after.campusId) await db.changed(dormBuilding)
    },
  }),
]
