import { messagesOf, template } from '#model'

export const PRESENCE_MESSAGES = messagesOf(
  'presence',
  { shown: '当时的状态', words: '说明' },
  {
    objected: template('在校状态异议', 'todo', '{name}对在校状态有异议', '{className} {name} 认为“{shown}”不对：{words}。请核实后答复。', { name: '学生', className: '班级' }),
    answered: template('在校状态异议答复', 'info', '你对在校状态的异议已答复', '你对“{shown}”提的异议，老师答复：{answer}', { answer: '答复' }),
  },
)
