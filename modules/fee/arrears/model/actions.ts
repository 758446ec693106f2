import { action, choice, date, ref, text } from '#model'
import { feeTalk, TALK_WAYS, talkRefusals } from './fee-talk.ts'
import { blockRefusals, EFFECTS } from './service-block.ts'

const need = { required: true } as const
const CHOICES = { none: '不限制', ...EFFECTS } as const
export const noteTalk = action('fee.feeTalk.note', '记谈话', {
  input: {
    studentId: ref('student', '学生', need),
    talkedOn: date('日期', need),
    way: choice('方式', TALK_WAYS, need),
    note: feeTalk.fields.note,
    promisedOn: feeTalk.fields.promisedOn,
  },
  output: 'none',
  refusals: talkRefusals,
})
/** What modules offer to be blocked, with what the school has chosen. */
export const offeredServices = action('fee.serviceBlock.offered', '欠费限制', {
  method: 'GET',
  permission: 'fee:serviceBlock:set',
  many: true,
  output: { service: text('受限业务', { ...need, max: 60 }), label: text('名称', { ...need, max: 60 }), effect: choice('限制', CHOICES, need) },
})
export const setBlock = action('fee.serviceBlock.set', '设置欠费限制', {
  input: { service: text('受限业务', { ...need, max: 60 }), effect: choice('限制', CHOICES, need) },
  output: 'none',
  refusals: blockRefusals,
})
