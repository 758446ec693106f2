import { messageEvent } from '#model'

const event = (code: string, name: string, level: 'info' | 'todo' | 'important', variables: Record<string, string>, title: string, content: string) =>
  messageEvent({ code: `workflow.${code}`, name, level, variables, title, content, channels: ['wecom'] })

export const NOTICE_MESSAGES = {
  noticed: event('noticed', '结果公示', 'important', { title: '公示', endAt: '结束' }, '{title}开始公示', '“{title}”正在公示，到 {endAt} 结束，其中有你的结果。'),
  objectionArrived: event('objectionArrived', '有异议待处理', 'todo', { title: '公示', dueOn: '答复期限' }, '异议待处理：{title}', '“{title}”收到一份异议，请在 {dueOn} 前答复。'),
  objectionDue: event(
    'objectionDue',
    '异议到期未答复',
    'todo',
    { title: '公示', dueOn: '答复期限' },
    '异议该答复了：{title}',
    '对“{title}”的一份异议应在 {dueOn} 前答复，还没有答复。',
  ),
  objectionAnswered: event(
    'objectionAnswered',
    '异议已答复',
    'important',
    { title: '公示', result: '结果', answer: '答复' },
    '异议已答复：{title}',
    '你对“{title}”的异议：{result}。{answer}',
  ),
  resultChanged: event('resultChanged', '公示结果改变', 'important', { title: '公示', answer: '答复' }, '公示结果改变：{title}', '“{title}”里你的结果经核实需要改变：{answer}'),
} as const
