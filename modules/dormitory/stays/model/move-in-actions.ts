import { action, bool, date, datetime, integer, list, ref, shape, text } from '#model'
import { stay } from './actions.ts'

const OWN = 'dormitory:dormStay:mine'
const id = text('编号', { required: true, max: 36 })
const span = { beginAt: datetime('开始', { required: true }), endAt: datetime('结束', { required: true }) } as const
const plan = ref('moveInPlan', '入住预约', { required: true })
const MOST_DORMS = 100

/** Notifies students with a reserved stay in the building, who can choose from then on. */
export const publishMoveIn = action('dormitory.moveInPlan.publish', '发布', {
  input: { ids: list('入住预约', plan, { required: true, min: 1, max: 200 }) },
  output: { published: integer('已发布', { required: true }), slots: integer('时段', { required: true }), told: integer('已通知', { required: true }) },
  refusals: { past: '{day} 已经过去，不能发布' },
})
/** Back to draft: students who have chosen are notified that the choice is void. */
export const retractMoveIn = action('dormitory.moveInPlan.retract', '收回', {
  permission: 'dormitory:moveInPlan:publish',
  input: { id: plan },
  output: { lapsed: integer('失效的预约', { required: true }) },
  refusals: { past: '{day} 已经过去，不能收回' },
})
/** Copies hours and capacity to other buildings or days; existing plans stay unchanged. */
export const copyMoveIn = action('dormitory.moveInPlan.copy', '复制', {
  permission: 'dormitory:moveInPlan:add',
  input: {
    id: plan,
    dormIds: list('楼栋', ref('dormBuilding', '楼栋', { required: true }), { required: true, min: 1, max: MOST_DORMS }),
    from: date('从', { help: '不填为同一天' }),
    to: date('到', { help: '不填只复制一天' }),
  },
  output: { made: integer('新增', { required: true }), kept: integer('原已安排', { required: true }) },
  refusals: { past: '{day} 已经过去', order: '结束日期 {to} 早于开始日期 {from}', long: '一次最多复制 {most} 天', outside: '有楼栋不在你的数据范围内' },
})
/** Overrides the capacity of one slot of a published plan; 0 closes it. */
export const setMoveInSlot = action('dormitory.moveInPlan.setSlot', '改时段人数', {
  permission: 'dormitory:moveInPlan:update',
  input: {
    id: text('时段', { required: true, max: 36, format: 'uuid' }),
    places: integer('这一段人数', { required: true, min: 0, max: 1000, help: '只改这一段，不少于已约的人数；0 为这一段不开放' }),
  },
  output: { places: integer('名额', { required: true }), free: integer('剩余', { required: true }) },
  refusals: { begun: '{slot} 已经开始，不能再改', fewer: '{slot} 已有 {taken} 人预约，不能少于这个数' },
})
const load = { places: integer('名额', { required: true }), chosen: integer('已预约', { required: true }), came: integer('已到', { required: true }) } as const
/** Load per half hour of a day by building. `came`: of those who chose the slot; `arrived`: all check-ins during it. */
export const moveInLoad = action('dormitory.moveInPlan.load', '到校时段名额', {
  method: 'GET',
  permission: 'dormitory:moveInPlan:list',
  input: { day: date('日期') },
  output: {
    day: date('日期'),
    days: list('日期', date('日期', { required: true }), { required: true }),
    now: datetime('服务器时间', { required: true }),
    dorms: list(
      '楼栋',
      shape('楼栋', {
        id,
        dorm: text('楼栋', { required: true, max: 200 }),
        ...load,
        arrived: integer('当天入住', { required: true }),
        unchosen: integer('未预约', { required: true }),
        slots: list('时段', shape('时段', { id, ...span, ...load, arrived: integer('时段内入住', { required: true }) }), { required: true }),
      }),
      { required: true },
    ),
  },
})

/** The user's reserved stays in buildings with matching days, and choices made. */
export const myMoveIn = action('dormitory.moveInChoice.mine', '我的到校时段', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    stayId: id,
    dormId: id,
    dorm: text('楼栋', { required: true, max: 200 }),
    changeMinutes: integer('开始前可改（分钟）', { required: true }),
    own: shape('我的时段', { slotId: id, ...span, changeUntil: datetime('可以改到', { required: true }), mayChange: bool('可以改', { required: true }) }),
    days: list('日期', shape('日期', { day: date('日期', { required: true }), note: text('说明', { max: 300 }) }), { required: true }),
  },
})
/** Future slots of a building with free places; cached for a second, without names. */
export const moveInSlots = action('dormitory.moveInChoice.slots', '可约时段', {
  method: 'GET',
  permission: OWN,
  input: { dormId: ref('dormBuilding', '楼栋', { required: true }) },
  many: true,
  output: { id, day: date('日期', { required: true }), ...span, places: integer('名额', { required: true }), free: integer('剩余', { required: true }) },
})
const late = '你约的 {slot} 距开始不到 {minutes} 分钟，不能再改'
export const chooseMoveIn = action('dormitory.moveInChoice.choose', '预约到校时段', {
  permission: OWN,
  input: { stayId: stay, slotId: text('时段', { required: true, max: 36, format: 'uuid' }) },
  output: span,
  refusals: {
    state: '只有待入住的床位可以预约到校时段',
    gone: '这个时段已经没有了，请重新选择',
    otherDorm: '{slot} 是 {dorm} 的时段，你的床位是 {bed}',
    otherDay: '{slot} 离你的入住日期 {plannedIn} 太远',
    begun: '{slot} 已经开始，请选后面的时段',
    late,
    full: '{slot} 已约满，附近还有：{near}',
    fullAll: '{slot} 已约满，{dorm} 其他时段也都满了，请联系宿管',
  },
})
export const withdrawMoveIn = action('dormitory.moveInChoice.withdraw', '取消预约', {
  output: 'none',
  permission: OWN,
  input: { stayId: stay },
  refusals: { none: '你没有预约到校时段', late },
})
export const moveInActions = [publishMoveIn, retractMoveIn, copyMoveIn, setMoveInSlot, moveInLoad, myMoveIn, moveInSlots, chooseMoveIn, withdrawMoveIn]
