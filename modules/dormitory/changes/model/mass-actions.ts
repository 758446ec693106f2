import { action, bool, date, dict, integer, list, ref, shape, text } from '#model'
import { changeReason, dormChange } from './dorm-change.ts'

const step = shape('调宿', {
  name: text('姓名', { max: 60 }),
  fromBed: text('原床位', { max: 200 }),
  toBed: text('新床位', { max: 200 }),
})
const chain = shape('顺序', {
  isRing: bool('互换', { required: true }),
  length: integer('人数', { required: true }),
  steps: list('调宿', step, { required: true }),
})
/** 20-DM7: preview of a list or planned move on its date; writes nothing. */
export const previewMass = action('dormitory.massMove.preview', '批量调宿预览', {
  method: 'GET',
  permission: 'dormitory:massMove:execute',
  input: { effectiveDate: date('执行日期'), id: ref('massMove', '已计划的批量调宿') },
  output: {
    students: integer('人数', { required: true }),
    rings: integer('互换组', { required: true }),
    chains: integer('依次调宿', { required: true }),
    shown: list('顺序', chain, { required: true }),
    undoHours: integer('撤销期限', { required: true }),
    problemCount: integer('问题', { required: true }),
    problems: list('问题', shape('问题', { name: text('姓名', { max: 60 }), msg: text('原因', { required: true, max: 300 }) }), { required: true }),
  },
})
/** All moves of the caller's list or none: now, or on a later date. */
export const executeMass = action('dormitory.massMove.execute', '执行批量调宿', {
  input: {
    name: text('名称', { required: true, max: 60, help: '例如：3 号楼腾空维修' }),
    reason: dict('原因', changeReason, { required: true }),
    effectiveDate: date('执行日期', { help: '不填或选今天为立即执行；以后的日期到那天由系统执行，届时不合适就全部不动' }),
    students: integer('预览时的人数', { required: true }),
  },
  output: { id: text('编号', { required: true, max: 36 }), students: integer('人数', { required: true }) },
  refusals: {
    ...dormChange.options.refusals,
    nobody: '名单是空的',
    changed: '预览后名单从 {before} 人变为 {now} 人，请重新预览',
    past: '执行日期 {date} 已经过去',
    far: '执行日期最晚到 {last}',
  },
})
export const undoMass = action('dormitory.massMove.undo', '撤销批量调宿', {
  permission: 'dormitory:massMove:execute',
  input: { id: ref('massMove', '批量调宿', { required: true }) },
  output: { students: integer('人数', { required: true }) },
  refusals: { ...dormChange.options.refusals, late: '执行已过 {hours} 小时，不能撤销', undone: '“{name}”已经撤销' },
})
/** Cancels a planned move; the list returns to its planner. */
export const cancelMass = action('dormitory.massMove.cancel', '取消计划', {
  permission: 'dormitory:massMove:execute',
  input: { id: ref('massMove', '批量调宿', { required: true }) },
  output: { students: integer('人数', { required: true }) },
})
export const clearMass = action('dormitory.massMove.clear', '清空名单', {
  permission: 'dormitory:massMove:execute',
  output: { removed: integer('已移出', { required: true }) },
})
export const massActions = [previewMass, executeMass, cancelMass, undoMass, clearMass]
