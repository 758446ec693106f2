import { action, date, dict, integer, ref, text } from '#model'
import { buildingUsage } from './dictionaries.ts'
import { campus } from './places.ts'
import { item, picking } from './select-fields.ts'

const closing = {
  from: date('停用自', { required: true }),
  /** Without an end date the place closes permanently. */
  to: date('停用至'),
  reason: text('停用原因', { required: true, max: 100 }),
} as const
const refusals = { spanReversed: '停用至 {to} 早于停用自 {from}', alreadyOff: '“{name}”已经停用' } as const

export const closeVenue = action('campus.venue.close', '停用场地', {
  output: 'none',
  input: { id: ref('venue', '场地', { required: true }), ...closing },
  permission: 'campus:venue:update',
  refusals,
})
export const closeBuilding = action('campus.building.close', '停用楼宇', {
  output: 'none',
  input: { id: ref('building', '楼宇', { required: true }), ...closing },
  permission: 'campus:building:update',
  refusals,
})
export const reopenVenue = action('campus.venue.reopen', '恢复场地', { output: 'none', input: { id: ref('venue', '场地', { required: true }) }, permission: 'campus:venue:update' })
export const reopenBuilding = action('campus.building.reopen', '恢复楼宇', {
  output: 'none',
  input: { id: ref('building', '楼宇', { required: true }) },
  permission: 'campus:building:update',
})

export const campusSelect = action('campus.campus.getSelect', '校区选择', {
  method: 'GET',
  access: 'signedIn',
  input: picking,
  output: { ...item, code: text('校区号'), name: text('校区名称'), address: campus.fields.address },
  many: true,
})
export const buildingSelect = action('campus.building.getSelect', '楼宇选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...picking, campusId: text('校区', { max: 36 }), usage: dict('用途', buildingUsage) },
  output: { ...item, code: text('建筑物号'), name: text('建筑物名称'), campusId: text('校区'), usage: text('用途'), floors: integer('地上层数') },
  many: true,
})
export const venueSelect = action('campus.venue.getSelect', '场地选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...picking, campusId: text('校区', { max: 36 }), departmentId: text('管理部门', { max: 36 }), buildingId: text('楼宇', { max: 36 }), floor: integer('楼层') },
  output: { ...item, code: text('场地号'), name: text('场地名称'), buildingId: text('楼宇'), floor: integer('楼层'), capacity: integer('容量'), type: text('类型') },
  many: true,
})
export const placeActions = [closeVenue, closeBuilding, reopenVenue, reopenBuilding, campusSelect, buildingSelect, venueSelect]
