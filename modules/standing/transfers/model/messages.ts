import { messagesOf, template } from '#model'

export const TRANSFER_MESSAGES = messagesOf(
  'standing',
  { batch: '批次' },
  {
    transferRefused: template('转专业未录取', 'important', '{batch}：没有录取', '{name}，{batch}的名次是 {rank}，没有录取：{reason}', {
      name: '学生',
      rank: '名次',
      reason: '原因',
    }),
    transferCleared: template('转专业公示结束', 'todo', '{batch}公示结束，可以生效', '{batch}公示结束，{count} 人没有异议，请办理生效。', { count: '人数' }),
  },
)
