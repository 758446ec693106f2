import { messagesOf, template } from '#model'

export const STAGE_MESSAGES = messagesOf(
  'cqa',
  { scheme: '方案', stage: '环节', until: '截止' },
  {
    opened: template('测评环节开始', 'todo', '{scheme}：{stage}开始', '{scheme}的{stage}已经开始，到 {until} 截止。'),
    ending: template('测评环节快截止', 'important', '{scheme}：{stage}快截止', '{scheme}的{stage}到 {until} 截止，你还没有提交。'),
    lacking: template('测评还有人没完成', 'todo', '{scheme}：{stage}还有 {count} 人没有完成', '{scheme}的{stage}到 {until} 截止，你负责的学生里还有 {count} 人没有完成。', {
      count: '人数',
    }),
  },
)
export const CQA_MESSAGES = messagesOf(
  'cqa',
  { scheme: '方案', name: '学生' },
  {
    returned: template('测评退回', 'todo', '{name}的测评退回', '{scheme}：{name}的测评表已退回，原因：{reason}', { reason: '原因' }),
    changed: template('测评评分改动', 'important', '你的测评评分有改动', '{scheme}：{name}，你的“{index}”由 {from} 改为 {to}，原因：{reason}', {
      index: '指标',
      from: '原分',
      to: '新分',
      reason: '原因',
    }),
  },
)
