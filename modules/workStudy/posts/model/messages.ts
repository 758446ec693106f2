import { messagesOf, template } from '#model'

export const POST_MESSAGES = messagesOf(
  'workStudy',
  { post: '岗位', unit: '用工单位' },
  {
    newPost: template('适合你的新岗位', 'info', '{unit}招聘{post}', '{unit}的{post}正在招聘，时段和你的课表不冲突，{to} 截止报名。', { to: '截止报名' }),
    interview: template('勤工助学面试', 'important', '{post}面试：{at}', '{unit}请你参加{post}的面试，时间 {at}，地点 {place}。', { at: '时间', place: '地点' }),
    offered: template('勤工助学录用', 'todo', '{unit}录用你为{post}，请在 {until} 前答复', '{unit}录用你为{post}。请在 {until} 前接受或谢绝，过时失效。', { until: '答复期限' }),
    offerExpiring: template('录用将失效', 'urgent', '{post}的录用 {until} 失效', '{unit}的{post}还没有答复，{until} 失效。', { until: '答复期限' }),
    turnedDown: template('勤工助学未录用', 'info', '{post}没有录用', '{unit}的{post}这次没有录用：{why}', { why: '原因' }),
    answered: template('录用答复', 'info', '{name}{answer}', '{className} {name} 对{post}的录用：{answer}。', { name: '学生', className: '班级', answer: '答复' }),
    ended: template('勤工助学结束', 'important', '{name} 在{post}的工作到 {to} 结束', '{name} 在{unit}的{post}工作到 {to} 结束：{why}。没有发放的报酬照常发放。', {
      name: '学生',
      to: '最后一天',
      why: '原因',
    }),
  },
)
