import { action, bool, datetime, list, ref, revealed, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { user } from '#modules/system/model/user.ts'
import { attentionCall, callStates } from './attention-call.ts'

const need = { required: true } as const
const { refusals = {} } = attentionCall.options
const id = text('编号', { ...need, max: 36 })
/** Who is called, in order, with numbers to dial where the system does not get through. */
export const callSheet = {
  id,
  at: datetime('开始时间', need),
  state: callStates.field('状态', need),
  takenBy: text('由谁接手', { max: 60 }),
  takenAt: datetime('接手时间'),
  nextAt: datetime('呼叫下一位'),
  people: list(
    '呼叫顺序',
    shape('呼叫对象', {
      id,
      name: text('姓名', { ...need, max: 60 }),
      phone: revealed(user.fields.mobile, 'the phone sheet of an emergency'),
      calledAt: datetime('呼叫时间'),
    }),
    need,
  ),
} as const
/** 紧急呼叫: what calls the reader, and what the reader has taken over. */
export const myCalls = action('mentalHealth.attentionCall.mine', '紧急呼叫', {
  method: 'GET',
  many: true,
  output: {
    ...callSheet,
    isMine: bool('由我接手', need),
    name: text('姓名', { ...need, max: 60 }),
    className: text('班级', { max: 100 }),
    phone: revealed(student.fields.phone, 'the caller is called to this student'),
    contactName: revealed(student.fields.emergencyName, 'the caller is called to this student'),
    contactPhone: revealed(student.fields.emergencyPhone, 'the caller is called to this student'),
  },
})
export const takeCall = action('mentalHealth.attentionCall.take', '收到，我来处理', {
  permission: myCalls.permission,
  input: { id: ref('attentionCall', '紧急呼叫', need) },
  output: 'none',
  refusals,
})
