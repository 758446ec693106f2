import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { goingOut, outingStates, SEEN_WAYS, trip } from './going-out.ts'

const id = ref('goingOut', '外出', { required: true })
const refusals = goingOut.options.refusals ?? {}
const REGISTER = 'outing:goingOut:register'
const own = { permission: REGISTER } as const

export const registerOuting = action('outing.goingOut.register', '登记外出', {
  input: { ...trip, members: list('同行同学学号', text('学号', { required: true, max: 20 }), { max: 60 }) },
  output: { id: text('编号', { required: true, max: 36 }), state: outingStates.field('状态'), instanceId: text('流程', { max: 36 }) },
  refusals,
})
/** Initial data of the form: phone, frequent places. */
export const outingForm = action('outing.goingOut.form', '外出登记表', {
  ...own,
  method: 'GET',
  output: {
    needsApproval: bool('须审批', { required: true }),
    contactPhone: text('电话', { max: 20, clear: "of the reader's own record or last trip" }),
    homeCanton: text('本市', { max: 6 }),
    canLocate: bool('可以定位', { required: true }),
    recent: list(
      '常去',
      shape('地点', {
        place: text('地点', { required: true, max: 100 }),
        cantonCode: text('地区', { required: true, max: 6 }),
        purpose: text('目的', { required: true, max: 40 }),
        transport: text('交通', { max: 40 }),
      }),
      { required: true },
    ),
  },
})
const member = {
  id: text('编号', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  isConfirmed: bool('已确认', { required: true }),
  state: outingStates.field('状态'),
} as const
export const myOutings = action('outing.goingOut.mine', '我的外出', {
  ...own,
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    state: outingStates.field('状态'),
    place: text('地点', { required: true, max: 100 }),
    region: text('地区', { max: 180 }),
    purpose: text('目的', { required: true, max: 40 }),
    transport: text('交通', { max: 40 }),
    companions: text('同行人', { max: 100 }),
    outPlanned: datetime('计划外出', { required: true }),
    backPlanned: datetime('计划返校', { required: true }),
    outAt: datetime('实际外出'),
    outWay: choice('外出依据', SEEN_WAYS),
    backAt: datetime('实际返校'),
    backWay: choice('返校依据', SEEN_WAYS),
    lastSafeAt: datetime('最近报平安'),
    asksSafe: bool('今天该报平安', { required: true }),
    leaderName: text('登记人', { max: 64 }),
    instanceId: text('流程', { max: 36 }),
    can: list('可以', text('动作', { required: true, max: 20 }), { required: true }),
    members: list('同行同学', shape('同学', member), { required: true }),
  },
})
const one = { ...own, output: 'none', input: { id }, refusals } as const
export const cancelOuting = action('outing.goingOut.cancel', '取消外出', one)
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
export const outingActions = [
  registerOuting,
  outingForm,
  myOutings,
  cancelOuting,
  confirmOuting,
  declineOuting,
  goOut,
  comeBack,
  reportSafe,
  rollGroup,
  noteOut,
  noteBack,
  remindBack,
]
