import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { examColumns, hasFloor } from '../model/organisation-rules.ts'
import { buildingSelect, campusSelect, venueSelect } from '../model/place-actions.ts'
import { building, campus, venue } from '../model/places.ts'
import { refuseUnknownCanton } from './cantons.ts'
import { asWritten, fail, itemOf, type Patch, picked, refuseTaken, saysWhose } from './common.ts'

/** Disabled, or closed permanently since a day that has passed: excluded from selections, still shown on old records (BO2). */
export const isSelectable = (place: { isEnabled: boolean; closedFrom?: string | null; closedTo?: string | null }, day: string): boolean =>
  place.isEnabled && !(place.closedFrom && !place.closedTo && place.closedFrom <= day)

function checkPosition(of: typeof campus | typeof building, row: { lng?: unknown; lat?: unknown }): void {
  if (((row.lng ?? null) === null) !== ((row.lat ?? null) === null)) fail(of, 'halfPosition', {}, row.lng === null || row.lng === undefined ? 'lng' : 'lat')
}
async function checkCampus({ db }: Ctx, patch: Patch<typeof campus>, before?: Row<typeof campus>): Promise<void> {
  const row = asWritten<typeof campus>(before, patch)
  checkPosition(campus, row)
  if (patch.cantonCode) await refuseUnknownCanton(db, campus, 'cantonUnknown', patch.cantonCode)
  if (before) await refuseTaken(db, campus, 'code', patch.code, before.id)
}
async function checkBuilding({ db }: Ctx, patch: Patch<typeof building>, before?: Row<typeof building>): Promise<void> {
  const row = asWritten<typeof building>(before, patch)
  checkPosition(building, row)
  if (!before) return
  await refuseTaken(db, building, 'code', patch.code, before.id)
  const inside = [...(await db.cached(venue)).values()].filter(v => v.buildingId === before.id)
  if (patch.campusId && patch.campusId !== before.campusId && inside.length) fail(building, 'campusHasVenues', { count: inside.length }, 'campusId')
  const floors = { floors: row.floors ?? 0, basements: row.basements ?? null }
  const lost = inside.find(v => v.floor !== null && !hasFloor(floors, v.floor))
  if (lost) fail(building, 'floorsInUse', { venue: lost.name, floor: lost.floor, floors: floors.floors, basements: floors.basements ?? 0 }, 'floors')
}
async function checkVenue({ db }: Ctx, patch: Patch<typeof venue>, before?: Row<typeof venue>): Promise<void> {
  const row = asWritten<typeof venue>(before, patch)
  if (before) await refuseTaken(db, venue, 'code', patch.code, before.id)
  await checkFloor(db, row)
  const { examSeats, capacity, examLayout } = row
  if (typeof examSeats === 'number' && typeof capacity === 'number' && examSeats > capacity) fail(venue, 'seatsOverCapacity', { examSeats, capacity }, 'examSeats')
  if (!examLayout) return
  const columns = examColumns(examLayout)
  if (!columns) return fail(venue, 'layoutForm', { examLayout }, 'examLayout')
  const sum = columns.reduce((a, b) => a + b, 0)
  if (typeof examSeats === 'number' && sum !== examSeats) fail(venue, 'layoutSum', { sum, examSeats }, 'examLayout')
}
async function checkFloor(db: Db, row: Patch<typeof venue>): Promise<void> {
  const floor = row.floor ?? null
  const inside = row.buildingId ? (await db.cached(building)).get(row.buildingId) : undefined
  if (!inside) {
    if (floor !== null) fail(venue, 'floorWithoutBuilding', {}, 'floor')
    return
  }
  if (inside.campusId !== row.campusId) fail(venue, 'otherCampus', { building: inside.name, campus: (await db.cached(campus)).get(inside.campusId)?.name }, 'buildingId')
  if (floor !== null && !hasFloor(inside, floor)) fail(venue, 'floorOutside', { building: inside.name, floors: inside.floors, basements: inside.basements ?? 0, floor }, 'floor')
}
/** Disabling a place by its form is a permanent closure and emits the same event. */
const closedByForm = (before: { isEnabled: boolean }, after: { isEnabled: boolean }): boolean => before.isEnabled && !after.isEnabled

export default [
  rules(campus, { add: (ctx, draft) => checkCampus(ctx, draft), update: (ctx, row, patch) => checkCampus(ctx, patch, row), taken: saysWhose(campus) }),
  rules(building, {
    add: (ctx, draft) => checkBuilding(ctx, draft),
    update: (ctx, row, patch) => checkBuilding(ctx, patch, row),
    taken: saysWhose(building),
    async updated({ db }, before, after) {
      if (closedByForm(before, after)) await db.emit('campus.venueClosed', { buildingId: after.id, from: today(), to: null })
    },
  }),
  rules(venue, {
    add: (ctx, draft) => checkVenue(ctx, draft),
    update: (ctx, row, patch) => checkVenue(ctx, patch, row),
    taken: saysWhose(venue),
    async updated({ db }, before, after) {
      if (closedByForm(before, after)) await db.emit('campus.venueClosed', { venueId: after.id, from: today(), to: null })
    },
  }),
  handle(campusSelect, async ({ db }, query) =>
    picked(
      (await db.cached(campus)).values(),
      query,
      c => c.isEnabled,
      c => [c.name, c.code],
    ).map(c => ({ ...itemOf(c.id, c.name), code: c.code, name: c.name, address: c.address })),
  ),
  handle(buildingSelect, async ({ db }, { campusId, usage, ...query }) =>
    picked(
      (await db.cached(building)).values(),
      query,
      b => isSelectable(b, today()) && (!campusId || b.campusId === campusId) && (!usage || b.usage === usage),
      b => [b.name, b.code],
    ).map(b => ({ ...itemOf(b.id, b.name), code: b.code, name: b.name, campusId: b.campusId, usage: b.usage, floors: b.floors })),
  ),
  handle(venueSelect, async ({ db }, { campusId, departmentId, buildingId, floor, ...query }) => {
    const isThere = (v: Row<typeof venue>): boolean =>
      (!campusId || v.campusId === campusId) &&
      (!departmentId || v.departmentId === departmentId) &&
      (!buildingId || v.buildingId === buildingId) &&
      (typeof floor !== 'number' || v.floor === floor)
    return picked(
      (await db.cached(venue)).values(),
      query,
      v => isSelectable(v, today()) && isThere(v),
      v => [v.name, v.code],
    ).map(v => ({ ...itemOf(v.id, v.name), code: v.code, name: v.name, buildingId: v.buildingId, floor: v.floor, capacity: v.capacity, type: v.type }))
  }),
]
