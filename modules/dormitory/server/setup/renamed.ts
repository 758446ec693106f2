import { building, campus } from '#modules/campus/model/places.ts'
import { rules } from '#server/context.ts'
import { dormBuilding } from '../../model/setup/places.ts'

/** The database hands a changed name or place of campus and building down to the dormitories; who keeps those in memory hears of it here. */
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
