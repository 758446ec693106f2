import { action, json, list, ref, text } from '#model'
import { runQuery } from '#modules/query/model/query.ts'
import type { Group } from '#modules/query/model/spec.ts'

export const MOST_SENTENCE = 300
/** Conditions of the query tool made of one sentence. Nothing is run: whoever asked looks at them and runs them as their own. */
export const filterBySentence = action('ai.aiCall.filter', '一句话查询', {
  permission: runQuery.permission,
  isWhole: false,
  isUnrecorded: true,
  input: { subject: text('查询对象', { required: true, max: 60 }), sentence: text('想查什么', { required: true, max: MOST_SENTENCE, multiline: true }) },
  output: {
    callId: ref('aiCall', 'AI 调用', { required: true }),
    where: json<Group>('条件', { required: true, untyped: 'conditions nest to any depth' }),
    sent: list('实际发出的内容', text('内容', { max: 60_000 }), { required: true }),
    label: text('标识', { required: true, max: 40 }),
  },
  refusals: {
    filterOff: '一句话查询没有开启',
    filterIdentity: '这句话里有证件号码，请自己选条件',
    filterPerson: '这句话说的是某个人的“{words}”，不能交给 AI，请自己选条件',
    filterUnknown: '“{words}”不在能查的字段里，请换个说法或自己选条件',
  },
})
