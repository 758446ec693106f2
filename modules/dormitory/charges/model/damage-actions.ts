import { action, bool, date, datetime, files, integer, list, money, ref, text } from '#model'
import { damageStates } from './damage.ts'

const id = ref('dormDamage', '损坏赔偿', { required: true })
const room = ref('dormRoom', '房间', { required: true })
const at = datetime('发现时间', { required: true })
const ADD = 'dormitory:dormDamage:add'
const OWN = 'dormitory:dormDamage:mine'
const MOST = 100_000_00

/** Residents of a room at a time, for selection. */
export const damageResidents = action('dormitory.dormDamage.residents', '当时的住宿学生', {
  method: 'GET',
  permission: ADD,
  many: true,
  input: { roomId: room, at },
  output: { studentId: text('编号', { required: true, max: 36 }), name: text('姓名', { required: true, max: 60 }), bedNo: integer('床位', { required: true }) },
})
/** Records one damage and notifies everybody who pays a part. Photos of a check can be reused. */
export const recordDamage = action('dormitory.dormDamage.add', '登记损坏', {
  permission: ADD,
  input: {
    roomId: room,
    at,
    studentIds: list('赔偿学生', ref('student', '学生', { required: true }), { required: true, min: 1, max: 16 }),
    item: text('损坏物品', { required: true, max: 100 }),
    total: money('总价', { required: true, min: 1, max: MOST, help: '维修或更换的实际费用，选中的学生平均分摊' }),
    explanation: text('情况和计价', { required: true, min: 4, max: 500, multiline: true, help: '怎么损坏的、费用怎么算的，学生会看到' }),
    photos: files('照片', { maxFiles: 9, types: ['jpg', 'jpeg', 'png'] }),
    recordId: ref('checkRecord', '检查记录'),
    stayId: ref('dormStay', '退宿'),
  },
  output: { damageNo: text('编号', { required: true, max: 30 }), told: integer('已告知', { required: true }) },
  refusals: {
    future: '时间 {at} 还没有到',
    noPhotos: '请上传“{item}”损坏的照片',
    notThere: '{name}在 {at} 没有住在 {room}',
    otherRoom: '检查记录或退宿登记不属于 {room}',
  },
})
export const objectDamage = action('dormitory.dormDamage.object', '提出异议', {
  output: 'none',
  permission: OWN,
  input: { id, objection: text('理由', { required: true, min: 4, max: 500, multiline: true }) },
  refusals: { late: '异议期已于 {until} 结束' },
})
/** Keeps, reduces or waives an amount, with a reason shown to the student. The recorder may not decide on objections. */
export const decideDamage = action('dormitory.dormDamage.decide', '处理赔偿', {
  output: 'none',
  input: {
    id,
    amount: money('赔偿', { required: true, min: 0, max: MOST, help: '维持或减少；写 0 为不用赔偿' }),
    decision: text('处理意见', { required: true, min: 2, max: 500, multiline: true }),
  },
  refusals: {
    paid: '{damageNo} 已缴 {paid} 元，退费请在收费管理办理',
    own: '{damageNo} 是你登记的，异议请由别人处理',
    more: '赔偿 {amount} 元，不能改为更多的 {given} 元',
  },
})
export const myDamages = action('dormitory.dormDamage.mine', '我的损坏赔偿', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    damageNo: text('编号', { required: true, max: 30 }),
    room: text('房间', { required: true, max: 200 }),
    item: text('损坏物品', { required: true, max: 100 }),
    explanation: text('情况和计价', { required: true, max: 500 }),
    at,
    photos: list('照片', text('文件', { required: true, max: 36 }), { required: true }),
    total: money('总价', { required: true }),
    sharers: integer('分摊人数', { required: true }),
    amount: money('赔偿', { required: true }),
    state: damageStates.field('状态'),
    objectUntil: datetime('异议截止', { required: true }),
    mayObject: bool('可提异议', { required: true }),
    objection: text('异议理由', { max: 500 }),
    decision: text('处理意见', { max: 500 }),
    dueOn: date('缴费截止'),
    paid: money('已缴', { required: true }),
    isKnown: bool('已送收费', { required: true }),
  },
})
export const damageActions = [damageResidents, recordDamage, objectDamage, decideDamage, myDamages]
