import { action, datetime, integer, list, ref, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { goingOut } from './going-out.ts'

const id = ref('goingOut', '外出', { required: true })
const refusals = goingOut.options.refusals ?? {}
const own = { permission: 'outing:goingOut:apply' } as const

const one = { ...own, output: 'none', input: { id }, refusals } as const
export const confirmOuting = action('outing.goingOut.confirm', '确认同行', { ...one, input: { id, contactPhone: text('外出期间电话', { max: 20, format: 'phone' }) } })
export const declineOuting = action('outing.goingOut.decline', '不参加', one)
const seen = {
  ...own,
  output: 'none',
  input: { id, ...positionInput },
  refusals: {
    ...refusals,
    noPosition: '没有取到位置，请允许定位后再试，或走门禁、请辅导员登记',
    noPoint: '学校没有设置位置，不能定位，请走门禁或请辅导员登记',
    far: '你离学校还有 {distance} 米（已扣除定位误差 {accuracy} 米），请到校后再试或请辅导员登记',
    near: '定位显示你还在校内（误差 {accuracy} 米），请出校后再试',
    inaccurate: '定位误差 {accuracy} 米，超过 {most} 米，请到室外再试或请辅导员登记',
    early: '计划 {from} 外出，现在还早，可以取消后重新登记',
  },
} as const
export const goOut = action('outing.goingOut.leave', '我出发了', seen)
export const comeBack = action('outing.goingOut.comeBack', '我回来了', seen)
export const reportSafe = action('outing.goingOut.safe', '报平安', { ...one, input: { id, note: text('想说的话', { max: 100 }), ...positionInput } })
export const rollGroup = action('outing.goingOut.roll', '返校点名', {
  ...own,
  input: { id, presentIds: list('已到', ref('goingOut', '外出', { required: true }), { required: true, max: 100 }) },
  output: { back: integer('已返校', { required: true }), missing: integer('未到', { required: true }) },
  refusals: { ...refusals, notLeader: '只有登记同行的人可以点名' },
})
const many = list('外出', ref('goingOut', '外出', { required: true }), { required: true, min: 1, max: 500 })
const note = text('说明', { required: true, min: 2, max: 200, multiline: true })
/** 20-G2: recorded by hand, with a reason. */
export const noteOut = action('outing.goingOut.noteOut', '登记外出时间', {
  output: 'none',
  permission: 'outing:goingOut:close',
  input: { ids: many, at: datetime('外出时间'), note },
  refusals: { ...refusals, future: '{at} 还没有到' },
})
export const noteBack = action('outing.goingOut.close', '登记返校', {
  input: { ids: many, at: datetime('返校时间'), note },
  output: { closed: integer('已登记', { required: true }) },
  refusals: { ...refusals, future: '{at} 还没有到', before: '返校时间 {at} 早于{name}的外出时间 {from}' },
})
export const remindBack = action('outing.goingOut.remind', '提醒返校', {
  permission: 'outing:goingOut:close',
  input: { ids: many },
  output: { told: integer('已提醒', { required: true }) },
})
export const outingActions = [confirmOuting, declineOuting, goOut, comeBack, reportSafe, rollGroup, noteOut, noteBack, remindBack]
