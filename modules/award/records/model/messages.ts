import { messagesOf, template } from '#model'

export const RECORD_MESSAGES = messagesOf(
  'award',
  { item: '奖项', xn: '学年' },
  {
    granted: template('授予奖项', 'important', '{item}：已授予', '祝贺你获得 {xn} 学年{item}{level}。{money}', { level: '等级', money: '发放' }),
    revoked: template('撤销奖项', 'important', '{item}已撤销', '你 {xn} 学年的{item}已撤销：{reason}', { reason: '原因' }),
  },
)
