import { action, bool, date, integer, list, money, ref, shape, text } from '#model'
import { changeApplication } from './application.ts'
import { said } from './dorm-change.ts'
import { changeStates } from './states.ts'

const MOST = 500
const LIST = 'dormitory:dormChange:list'
const id = ref('dormChange', '调宿', { required: true })
const { refusals, permission } = changeApplication.apply
const state = changeStates.field('状态')
/** 20-DM2 */
export const answerSwap = action('dormitory.dormChange.answer', '答复换宿', {
  permission,
  input: { id, agrees: bool('同意', { required: true }) },
  output: { state },
  refusals,
})
/** The office applies for a student, overriding the term's rules if necessary. */
export const applyChangeFor = action('dormitory.dormChange.applyFor', '代为申请', {
  input: {
    studentNo: text('学号', { required: true, max: 20 }),
    toBedId: ref('dormBed', '新床位', { required: true }),
    ...said,
    overrideReason: text('例外原因', { max: 200, help: '学期次数已满或学期末仍须办理时填写' }),
  },
  output: changeApplication.apply.output,
  refusals,
})
/** 20-DM3 */
export const executeChanges = action('dormitory.dormChange.execute', '执行调宿', {
  input: { ids: list('调宿', id, { required: true, min: 1, max: MOST }) },
  output: { done: integer('已执行', { required: true }) },
  refusals,
})

/** Free beds for the applicant, rooms with classmates first. */
export const bedsForMe = action('dormitory.dormChange.beds', '可调床位', {
  method: 'GET',
  permission,
  input: { effectiveDate: date('生效日期', { required: true }), dormId: ref('dormBuilding', '楼栋') },
  many: true,
  output: {
    roomId: text('房间', { required: true, max: 36 }),
    dormId: text('楼栋', { required: true, max: 36 }),
    dorm: text('楼栋', { required: true, max: 100 }),
    roomNo: text('房间', { required: true, max: 20 }),
    roomType: text('房型', { required: true, max: 40 }),
    classmates: integer('同班', { required: true }),
    residents: integer('在住', { required: true }),
    feeDiff: money('住宿费差额'),
    beds: list('床位', shape('床位', { id: text('编号', { required: true, max: 36 }), bedNo: integer('床号', { required: true }) }), { required: true }),
  },
})

/** Counts for the tabs of the list. */
export const changeCounts = action('dormitory.dormChange.counts', '调宿数', {
  method: 'GET',
  permission: LIST,
  output: { pending: integer('待审批', { required: true }), due: integer('待执行', { required: true }), stuck: integer('未能执行', { required: true }) },
})
export const changeActions = [...Object.values(changeApplication), answerSwap, applyChangeFor, executeChanges, bedsForMe, changeCounts]
