import { messageEvent, messagesOf, template } from '#model'

const OBJECTION_MESSAGES = messagesOf(
  'presence',
  { shown: '当时的状态', words: '说明' },
  {
    objected: template('在校状态异议', 'todo', '{name}对在校状态有异议', '{className} {name} 认为“{shown}”不对：{words}。请核实后答复。', { name: '学生', className: '班级' }),
    answered: template('在校状态异议答复', 'info', '你对在校状态的异议已答复', '你对“{shown}”提的异议，老师答复：{answer}', { answer: '答复' }),
  },
)
const CONFLICT_MESSAGES = messagesOf(
  'presence',
  { what: '矛盾' },
  {
    overdue: template('到期未返', 'important', '{name}：{what}', '{className} {name} 的请假、外出或外宿已过返校时间，没有返校记录。请联系学生，回来了的点“登记返校”。', {
      name: '学生',
      className: '班级',
    }),
    missing: template('去向不明', 'urgent', '{name}：{what}', '{className} {name} 多日没有任何门禁、点名和签到记录，也没有请假。请马上联系，联系不上的点“开始寻找”。', {
      name: '学生',
      className: '班级',
    }),
  },
)
export const PRESENCE_MESSAGES = { ...OBJECTION_MESSAGES, ...CONFLICT_MESSAGES }
export const DIGEST_MESSAGE = messageEvent({
  code: 'presence.digest',
  name: '状态矛盾汇总',
  level: 'info',
  variables: { count: '条数' },
  title: '{count} 条状态矛盾待过问',
  content: '你的学生有 {count} 条状态矛盾待过问，请在“状态矛盾”里处理。',
})
