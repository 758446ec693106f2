import { action, bool, choice, date, datetime, integer, list, ref, revealed, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { submitStep } from '../../steps/model/actions.ts'
import { stepStates, welcomeMember, welcomeStepState } from '../../steps/model/step-state.ts'
import { CALL_RESULTS } from './call.ts'
import { welcomeScan } from './scan.ts'

const need = { required: true } as const
const code = text('编码', { ...need, max: 30, format: 'code' })
const refusals = { ...welcomeMember.options.refusals, ...welcomeStepState.options.refusals, ...welcomeScan.options.refusals }
const SCAN = 'welcome:welcomeScan:scan'
/** The code of a new student's phone, and those that hold for a whole day where there is no network. */
export const myCode = action('welcome.welcomeScan.code', '我的迎新码', {
  method: 'GET',
  realms: ['welcome'],
  permission: submitStep.permission,
  output: {
    name: student.fields.name,
    code: text('迎新码', { ...need, max: 60 }),
    until: datetime('有效到', need),
    days: list('当日码', shape('当日码', { on: date('日期', need), code: text('码', { ...need, max: 60 }) }), need),
  },
  refusals,
})
/** The points where the caller works. */
export const myPoints = action('welcome.welcomeScan.points', '我的办理点', {
  method: 'GET',
  permission: SCAN,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: text('办理点', { ...need, max: 40 }),
    steps: list('环节', shape('环节', { code, name: text('环节', { ...need, max: 40 }) }), need),
    today: integer('今天办理', need),
  },
})
/** Who it is: by the code, else by the name and the last four characters of the document. */
const who = {
  pointId: ref('welcomePoint', '办理点', need),
  code: text('迎新码', { max: 80 }),
  name: text('姓名', { max: 60 }),
  last4: text('证件号后四位', { min: 4, max: 4, format: 'code' }),
} as const
/** 30-WS5: who stands at the point, and whether their steps there may be done. */
export const lookUp = action('welcome.welcomeScan.lookUp', '查看', {
  method: 'GET',
  permission: SCAN,
  input: who,
  output: {
    name: student.fields.name,
    photo: text('照片', { max: 36 }),
    major: text('专业', { max: 80 }),
    className: text('班级', { max: 60 }),
    bed: text('床位', { max: 200 }),
    mustCheckId: bool('须核对证件', need),
    steps: list(
      '环节',
      shape('环节', {
        code,
        name: text('环节', { ...need, max: 40 }),
        state: stepStates.field('状态'),
        recheck: bool('需复核', need),
        mayConfirm: bool('可以办理', need),
        why: list('原因', text('原因', { ...need, max: 300 }), need),
        by: text('办理人', { max: 60 }),
        at: datetime('办理时间'),
      }),
      need,
    ),
  },
  refusals,
})
const done = { isRepeat: bool('已办过', need), name: student.fields.name, by: text('办理人', { max: 60 }), at: datetime('办理时间') } as const
export const confirmScan = action('welcome.welcomeScan.scan', '办理', {
  input: { ...who, stepCode: code, idChecked: bool('已核对证件', { initial: false }), at: datetime('离线办理时间') },
  output: done,
  refusals,
})
/** The caller's last scans, to undo a wrong one. */
export const myScans = action('welcome.welcomeScan.mine', '我的扫码', {
  method: 'GET',
  permission: SCAN,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: student.fields.name,
    step: text('环节', { ...need, max: 40 }),
    at: datetime('办理时间', need),
    mayUndo: bool('可以撤销', need),
  },
})
export const undoScan = action('welcome.welcomeScan.undo', '撤销扫码', { permission: SCAN, input: { id: ref('welcomeScan', '扫码记录', need) }, output: 'none', refusals })

const READ = 'welcome:welcomeMember:list'
const count = (label: string) => integer(label, need)
const counts = {
  ...{
    total: count('应到'),
    intended: count('确认来校'),
    information: count('信息采集'),
    planned: count('到站登记'),
    paid: count('缴费'),
    bed: count('宿舍'),
    goods: count('物品'),
    arrived: count('到校'),
    done: count('办完'),
  },
} as const
const group = { id: text('编号', { max: 36 }), name: text('名称', { ...need, max: 120 }), ...counts } as const
/** 进度看板: a batch by college, the majors of a college, or the classes of a major. */
export const board = action('welcome.welcomeMember.board', '进度看板', {
  method: 'GET',
  permission: READ,
  input: { batchId: ref('welcomeBatch', '批次'), departmentId: ref('department', '学院'), majorId: ref('major', '专业') },
  output: {
    batchId: text('批次', { max: 36 }),
    batch: text('批次', { max: 100 }),
    departmentName: text('学院', { max: 60 }),
    majorName: text('专业', { max: 80 }),
    ...counts,
    groups: list('分组', shape('分组', group), need),
  },
})
const CALL = 'welcome:welcomeCall:add'
const id = ref('welcomeMember', '新生', need)
/** 30-WS9 */
export const callCard = action('welcome.welcomeMember.callCard', '电话联系', {
  method: 'GET',
  permission: CALL,
  inScope: true,
  input: { id },
  output: {
    phone: revealed(student.fields.phone, 'to call who has not arrived'),
    emergencyPhone: revealed(student.fields.emergencyPhone, 'to call who has not arrived'),
    calls: list(
      '记录',
      shape('记录', { at: datetime('时间', need), result: choice('结果', CALL_RESULTS, need), note: text('说明', { max: 200 }), by: text('联系人', { ...need, max: 60 }) }),
      need,
    ),
  },
})
export const addCall = action('welcome.welcomeMember.call', '登记通话', {
  permission: CALL,
  inScope: true,
  input: { id, result: choice('结果', CALL_RESULTS, need), note: text('说明', { max: 200, multiline: true }) },
  output: 'none',
})
export const deskActions = [myCode, myPoints, lookUp, confirmScan, myScans, undoScan, board, callCard, addCall]
