import { messagesOf, template } from '#model'

export const INFORMATION_MESSAGES = messagesOf(
  'information',
  { check: '信息核对' },
  {
    remind: template('信息核对提醒', 'important', '请在 {endTime} 前完成{check}', '{check}到 {endTime} 截止，请核对档案里的信息，有误的申请更正。', { endTime: '截止' }),
  },
)
/** The flow tells of applications and decisions; this covers what the office puts right. */
export const CHANGE_NEWS = messagesOf(
  'infoChange',
  { fields: '项目' },
  { corrected: template('信息更正', 'important', '你的{fields}已更正', '{by} 更正了你的{fields}：{reason}', { by: '办理人', reason: '原因' }) },
)
