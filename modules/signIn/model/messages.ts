import { messagesOf, template } from '#model'

const about = { name: '任务', opensAt: '开始', closesAt: '截止' }

export const SIGN_MESSAGES = messagesOf('signIn', about, {
  opens: template('签到开始', 'todo', '{name} 开始签到', '“{name}”现在可以签到，{closesAt} 截止。'),
  closing: template('签到即将截止', 'todo', '{name} 还有 {minutes} 分钟截止', '“{name}”{closesAt} 截止，你还没有签到。', { minutes: '剩余分钟' }),
  reminded: template('老师提醒签到', 'todo', '请签到：{name}', '“{name}”{closesAt} 截止，你还没有签到。'),
  retimed: template('签到时间有变', 'important', '{name} 改到 {closesAt} 截止', '“{name}”的截止时间改为 {closesAt}：{reason}', { reason: '原因' }),
  absent: template('签到缺勤', 'important', '{name} 记为缺勤', '“{name}”{closesAt} 截止时你没有签到，记为缺勤。人在现场而没签上的，可以在 {until} 前申请补签。', {
    until: '补签期限',
  }),
  voided: template('签到作废', 'important', '{name} 的签到被作废', '你在“{name}”的签到被作废：{reason}', { reason: '原因' }),
})
