import { action, bool, choice, date, datetime, integer, list, ref, shape, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { registrationBatch } from './batch.ts'
import { METHODS, recordStates, registrationRecord } from './record.ts'

const required = { required: true } as const
const refusals = registrationRecord.options.refusals ?? {}
const REGISTER = 'standing:registrationRecord:registerFor'
const batchId = ref('registrationBatch', '批次', required)
const state = recordStates.field('状态')
/** A condition with what it asks for and what there is; where it is not met, with what one can do about it. */
const checks = list(
  '条件',
  shape('条件', {
    name: text('名称', { required: true, max: 60 }),
    isMet: bool('符合', required),
    asks: text('要求', { required: true, max: 300 }),
    actual: text('现为', { max: 300 }),
    remedies: list('可以', shape('办法', { label: text('名称', { required: true, max: 40 }), link: text('地址', { required: true, max: 200 }) }), required),
  }),
  required,
)
/** A student registers: without meeting the conditions nothing is refused, the answer says what is missing. */
export const registerSelf = action('standing.registrationRecord.register', '注册', { input: { batchId, ...positionInput }, output: { state, checks }, refusals })
export const myRegistrations = action('standing.registrationRecord.mine', '我的注册', {
  method: 'GET',
  permission: registerSelf.permission,
  many: true,
  output: {
    batchId: text('批次', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 100 }),
    endTime: datetime('截止', required),
    isOpen: bool('可注册', required),
    selfAllowed: bool('可以自己注册', required),
    needsPresence: bool('须在校园内', required),
    state,
    method: choice('方式', METHODS),
    at: datetime('注册时间'),
    deferUntil: date('暂缓到'),
    checks,
  },
})
const MOST = 500
/** Staff register students in their scope; who does not meet the conditions stays behind, with the reason. */
export const registerFor = action('standing.registrationRecord.registerFor', '登记注册', {
  input: { batchId, studentIds: list('学生', ref('student', '学生', required), { required: true, min: 1, max: MOST }) },
  output: {
    registered: integer('已注册', required),
    blocked: list('未注册', shape('学生', { name: text('姓名', { required: true, max: 64 }), why: text('原因', { required: true, max: 300 }) }), required),
  },
  refusals,
})
/** 30-SG3: the counsellor scans the number on the student's card. */
export const scanRegister = action('standing.registrationRecord.scan', '扫码注册', {
  permission: REGISTER,
  input: { batchId, studentNo: text('学号', { required: true, max: 20 }) },
  output: { name: text('姓名', { required: true, max: 64 }), className: text('班级', { max: 60 }), state, checks },
  refusals,
})
const counted = (label: string) => list(label, shape(label, { label: text('名称', { required: true, max: 120 }), count: integer('人数', required) }), required)
export const registrationTask = taskActions(registrationBatch, registrationRecord, {
  remindWith: REGISTER,
  counts: { registered: integer('已注册', required), deferred: integer('暂缓', required), exempt: integer('免注册', required), blocked: integer('申请未成', required) },
  more: {
    byReason: counted('未注册的原因'),
    byDay: counted('每天'),
    recurring: list(
      '多次暂缓',
      shape('学生', {
        studentId: text('学生', { required: true, max: 36 }),
        name: text('姓名', { required: true, max: 64 }),
        className: text('班级', { max: 60 }),
        terms: integer('学期', required),
        deferrals: integer('暂缓次数', required),
      }),
      required,
    ),
  },
})
export const registrationActions = [registerSelf, myRegistrations, registerFor, scanRegister, ...Object.values(registrationTask)]
