import { bool, choice, date, decimal, dict, entity, integer, ref, text } from '#model'
import { cantonCode } from './canton.ts'
import { buildingUsage, venueType } from './dictionaries.ts'

const position = { lng: decimal('经度', { precision: 9, scale: 6, min: -180, max: 180 }), lat: decimal('纬度', { precision: 9, scale: 6, min: -90, max: 90 }) }
const isEnabled = bool('启用', { required: true, initial: true })
/** Period in which a place cannot be used; set by its own action, which emits events for other modules. */
const closure = {
  closedFrom: date('停用自', { readonly: true }),
  closedTo: date('停用至', { readonly: true }),
  closedReason: text('停用原因', { max: 100, readonly: true }),
}

export const campus = entity(
  'campus.campus',
  '校区',
  {
    code: text('校区号', { required: true, max: 10, format: 'code', search: true, sortable: true }),
    name: text('校区名称', { required: true, max: 60, search: true, sortable: true }),
    address: text('地址', { max: 180, clear: 'of the campus' }),
    cantonCode: cantonCode('所在地区'),
    ...position,
    geoRadius: integer('签到半径（米）', { min: 50, max: 5000, help: '签到、销假和外出返校按它判断是否在校，不填为 800 米' }),
    phone: text('电话', { max: 20, format: 'phone', clear: 'of the campus' }),
    sort: integer('排序', { initial: 0, sortable: true }),
    isEnabled,
  },
  {
    title: 'name',
    scope: { everyone: 'names of places' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name', 'address'],
    sort: ['sort', 'code'],
    refusals: { codeTaken: '{label}“{value}”已被“{holder}”使用', halfPosition: '经度和纬度要么都填，要么都不填', cantonUnknown: '没有行政区划代码“{code}”' },
  },
)

export const building = entity(
  'campus.building',
  '楼宇',
  {
    code: text('建筑物号', { required: true, max: 12, format: 'code', search: true, sortable: true }),
    name: text('建筑物名称', { required: true, max: 60, search: true, sortable: true }),
    campusId: ref('campus', '校区', { required: true }),
    usage: dict('用途', buildingUsage, { required: true, sortable: true }),
    floors: integer('地上层数', { required: true, min: 1, max: 60 }),
    basements: integer('地下层数', { min: 0, max: 5 }),
    hasLift: bool('电梯', { initial: false }),
    ...position,
    managerId: ref('teacher', '管理员'),
    isEnabled,
    ...closure,
  },
  {
    title: 'name',
    scope: { everyone: 'names of places' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name', 'campusId', 'usage', 'floors'],
    sort: ['code'],
    refusals: {
      codeTaken: '{label}“{value}”已被“{holder}”使用',
      halfPosition: '经度和纬度要么都填，要么都不填',
      floorsInUse: '{venue}在 {floor} 层，楼层数不能改成地上 {floors} 层、地下 {basements} 层',
      campusHasVenues: '楼内有 {count} 个场地属于原校区，请先调整场地',
    },
  },
)

export const venue = entity(
  'campus.venue',
  '场地',
  {
    code: text('场地号', { required: true, max: 20, format: 'code', search: true, sortable: true }),
    name: text('场地名称', { required: true, max: 60, search: true, sortable: true }),
    campusId: ref('campus', '校区', { required: true }),
    buildingId: ref('building', '楼宇'),
    floor: integer('楼层', { min: -5, max: 60 }),
    type: dict('类型', venueType, { required: true }),
    capacity: integer('容量', { required: true, min: 1, max: 100000, sortable: true }),
    examSeats: integer('考试座位', { min: 0, max: 100000 }),
    examLayout: text('考场列数', { max: 60, help: '每列座位数，如 7-8-8-7' }),
    departmentId: ref('department', '管理部门'),
    bookable: bool('可预约', { required: true, initial: true }),
    isEnabled,
    ...closure,
  },
  {
    title: 'name',
    scope: { everyone: 'names of places' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name', 'buildingId', 'floor', 'capacity', 'type'],
    sort: ['code'],
    refusals: {
      codeTaken: '{label}“{value}”已被“{holder}”使用',
      otherCampus: '{building}在{campus}，与场地的校区不一致',
      floorWithoutBuilding: '没有选择楼宇，不能填写楼层',
      floorOutside: '{building}只有地上 {floors} 层、地下 {basements} 层，没有 {floor} 层',
      seatsOverCapacity: '考试座位 {examSeats} 多于容量 {capacity}',
      layoutForm: '考场列数应写成 7-8-8-7 这样的形式，现在是“{examLayout}”',
      layoutSum: '考场列数合计 {sum} 座，与考试座位 {examSeats} 不一致',
    },
  },
)
/** Label of the kind of place in closing actions. */
export const placeKind = choice('场所', { venue: '场地', building: '楼宇' }, { required: true })
