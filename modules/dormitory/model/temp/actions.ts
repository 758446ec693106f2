import { action, bool, choice, date, datetime, dict, integer, list, ref, revealedAll, shape, text } from '#model'
import { EXPECTED } from '../stay/presence.ts'
import { TEMP_LEVELS } from './nights.ts'
import { asked, tempLocation, tempPlaceType, tempStates } from './temp-location.ts'

const MOST = 500
const OWN = 'what the student entered, or their own record knows'
const APPLY = 'dormitory:tempLocation:apply'
const id = ref('tempLocation', '临时外宿', { required: true })
const refusals = tempLocation.options.refusals ?? {}
const state = tempStates.field('状态')
const handedIn = {
  id: text('编号', { required: true, max: 36 }),
  tempNo: text('单号', { required: true, max: 30 }),
  instanceId: text('流程', { max: 36 }),
  nextStep: text('下一步', { max: 500 }),
} as const

export const applyTemp = action('dormitory.tempLocation.apply', '申请外宿', { input: asked, output: handedIn, refusals })
/** Resubmits a returned application. */
export const resubmitTemp = action('dormitory.tempLocation.resubmit', '修改后重新提交', {
  permission: APPLY,
  input: { id, ...asked },
  output: handedIn,
  refusals,
})
export const withdrawTemp = action('dormitory.tempLocation.withdraw', '撤回外宿申请', { output: 'none', permission: APPLY, input: { id } })
export const cancelTemp = action('dormitory.tempLocation.cancel', '取消外宿', {
  output: 'none',
  permission: APPLY,
  input: { id, reason: text('原因', { required: true, max: 200, multiline: true }) },
  refusals: { begun: '外宿已于 {from} 开始，不能取消，请点“我已返回”' },
})
/** 20-DT5: back in the dormitory, also early. */
export const comeBackTemp = action('dormitory.tempLocation.comeBack', '我已返回', {
  permission: APPLY,
  input: { id },
  output: { backAt: datetime('返回时间', { required: true }), actualNights: integer('实际晚数', { required: true }), state },
  refusals: { notBegun: '外宿 {from} 才开始，不用登记返回，可以取消' },
})
/** Staff record a return. */
export const closeTemps = action('dormitory.tempLocation.close', '登记返回', {
  input: { ids: list('临时外宿', id, { required: true, min: 1, max: MOST }), backAt: datetime('返回时间', { help: '不填为现在' }), note: text('说明', { max: 200 }) },
  output: { closed: integer('已登记', { required: true }) },
  refusals: {
    future: '返回时间 {backAt} 还没有到',
    before: '返回时间 {backAt} 早于 {tempNo} 的离开时间 {from}',
  },
})

const place = { placeType: dict('外宿地点', tempPlaceType), cantonCode: text('所在地区', { max: 6 }), address: text('详细地址', { max: 200, clear: OWN }) } as const
/** Initial data of the form: last place and emergency contact. */
export const tempForm = action('dormitory.tempLocation.form', '外宿表单', {
  method: 'GET',
  permission: APPLY,
  output: {
    ...place,
    contactName: text('紧急联系人', { max: 60, clear: OWN }),
    contactPhone: text('联系电话', { max: 20, clear: OWN }),
    submitBefore: text('提交截止', { required: true, max: 5 }),
    maxNights: integer('一次最多', { required: true }),
    termNights: integer('一学期最多', { required: true }),
    usedInTerm: integer('本学期已有', { required: true }),
    bed: text('床位', { max: 200 }),
    problem: text('不能申请的原因', { max: 300 }),
  },
})
const problem = shape('原因', { rule: text('规则', { required: true, max: 40 }), msg: text('原因', { required: true, max: 300 }) })
/** Previews the outcome of an application; stores nothing. */
export const previewTemp = action('dormitory.tempLocation.preview', '外宿预览', {
  method: 'GET',
  permission: APPLY,
  input: { from: datetime('离开', { required: true }), to: datetime('返回', { required: true }), id: ref('tempLocation', '临时外宿') },
  output: {
    nights: list('外宿的晚上', date('日期', { required: true }), { required: true }),
    level: choice('审批到', TEMP_LEVELS, { required: true }),
    usedInTerm: integer('本学期已有', { required: true }),
    termNights: integer('一学期最多', { required: true }),
    /** 20-DT2 */
    needsProof: bool('须证明', { required: true }),
    submitBefore: text('提交截止', { required: true, max: 5 }),
    /** 20-DT3: the leave that makes it unnecessary. */
    leaveId: text('请假', { max: 36 }),
    problems: list('不能提交的原因', problem, { required: true }),
    steps: list('审批', shape('环节', { name: text('名称', { required: true, max: 60 }), people: text('人员', { max: 300 }) }), { required: true }),
  },
})
const VERBS = { edit: '修改', withdraw: '撤回', cancel: '取消', back: '返回' } as const
/** One's own, newest first, with all fields and available actions. */
export const myTemps = action('dormitory.tempLocation.mine', '我的外宿', {
  method: 'GET',
  permission: APPLY,
  input: { id: ref('tempLocation', '临时外宿') },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    tempNo: text('单号', { required: true, max: 30 }),
    ...revealedAll(asked, OWN),
    proofs: list('证明', text('文件', { required: true, max: 36 })),
    nights: integer('晚数', { required: true }),
    actualNights: integer('实际晚数'),
    state,
    backAt: datetime('实际返回'),
    instanceId: text('流程', { max: 36 }),
    nextStep: text('下一步', { max: 500 }),
    can: list('可办', choice('可办', VERBS, { required: true }), { required: true }),
  },
})
export type TempVerb = keyof typeof VERBS

const earlier = shape('外宿', {
  id: text('编号', { required: true, max: 36 }),
  tempNo: text('单号', { required: true, max: 30 }),
  from: datetime('离开', { required: true }),
  to: datetime('返回', { required: true }),
  nights: integer('晚数', { required: true }),
  placeType: dict('外宿地点', tempPlaceType),
  state,
  wasLate: bool('逾期', { required: true }),
})
/** Data an approver needs. */
export const tempCard = action('dormitory.tempLocation.card', '外宿审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: {
    id: text('编号', { required: true, max: 36 }),
    tempNo: text('单号', { required: true, max: 30 }),
    from: datetime('离开', { required: true }),
    to: datetime('返回', { required: true }),
    nights: list('外宿的晚上', shape('晚上', { date: date('日期', { required: true }), isBeforeSchool: bool('次日上课', { required: true }) }), { required: true }),
    state,
    placeType: dict('外宿地点', tempPlaceType, { required: true }),
    placeName: text('所在地区', { max: 180 }),
    address: tempLocation.fields.address,
    companion: text('同住人', { max: 100 }),
    contactName: tempLocation.fields.contactName,
    contactPhone: tempLocation.fields.contactPhone,
    guardianInformed: bool('已告知家长', { required: true }),
    bed: text('床位', { max: 200 }),
    termTotal: integer('本学期共', { required: true }),
    termNights: integer('一学期最多', { required: true }),
    isLate: bool('过了提交时间', { required: true }),
    submitBefore: text('提交截止', { required: true, max: 5 }),
    earlier: list('以往外宿', earlier, { required: true }),
    lateCount: integer('逾期次数', { required: true }),
  },
})
/** 20-DT6: students excused tonight, by building; place and reason are hidden from building managers. */
export const tempTonight = action('dormitory.tempLocation.tonight', '今晚外宿', {
  method: 'GET',
  input: { night: date('日期'), dormId: ref('dormBuilding', '楼栋') },
  output: {
    night: date('日期', { required: true }),
    dorms: list(
      '楼栋',
      shape('楼栋', {
        id: text('编号', { required: true, max: 36 }),
        fullName: text('楼栋', { required: true, max: 200 }),
        students: list(
          '学生',
          shape('学生', {
            studentId: text('学生', { required: true, max: 36 }),
            roomNo: text('房间', { required: true, max: 20 }),
            bedNo: integer('床位', { required: true }),
            name: text('姓名', { max: 60 }),
            studentNo: text('学号', { max: 20 }),
            className: text('班级', { max: 100 }),
            expected: choice('应在寝', EXPECTED, { required: true }),
          }),
          { required: true },
        ),
      }),
      { required: true },
    ),
  },
})
/** Counts for the tabs of the list. */
export const tempCounts = action('dormitory.tempLocation.counts', '外宿人数', {
  method: 'GET',
  permission: 'dormitory:tempLocation:list',
  output: { away: integer('外宿中', { required: true }), overdue: integer('逾期', { required: true }), pending: integer('待审批', { required: true }) },
})
export const tempActions = [applyTemp, resubmitTemp, withdrawTemp, cancelTemp, comeBackTemp, closeTemps, tempForm, previewTemp, myTemps, tempCard, tempTonight, tempCounts]
