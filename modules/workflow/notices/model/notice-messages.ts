import { messagesOf, template } from '#model'

export const NOTICE_MESSAGES = messagesOf(
  'workflow',
  {},
  {
    noticed: template('结果公示', 'important', '{title}开始公示', '“{title}”正在公示，到 {endAt} 结束，其中有你的结果。', { title: '公示', endAt: '结束' }),
    objectionArrived: template('有异议待处理', 'todo', '异议待处理：{title}', '“{title}”收到一份异议，请在 {dueOn} 前答复。', { title: '公示', dueOn: '答复期限' }),
    objectionDue: template('异议到期未答复', 'todo', '异议该答复了：{title}', '对“{title}”的一份异议应在 {dueOn} 前答复，还没有答复。', { title: '公示', dueOn: '答复期限' }),
    objectionAnswered: template('异议已答复', 'important', '异议已答复：{title}', '你对“{title}”的异议：{result}。{answer}', { title: '公示', result: '结果', answer: '答复' }),
    resultChanged: template('公示结果改变', 'important', '公示结果改变：{title}', '“{title}”里你的结果经核实需要改变：{answer}', { title: '公示', answer: '答复' }),
  },
)
