import { messagesOf, template } from '#model'

export const ORG_MESSAGES = messagesOf(
  'studentOrg',
  { org: '学生组织', post: '岗位' },
  {
    begun: template('就任', 'important', '你已就任{org}{post}', '你已就任“{org}”{post}，任期 {from} 至 {to}。', { from: '任职开始', to: '任职结束' }),
    ended: template('任职结束', 'important', '你在{org}的任职已结束', '你在“{org}”担任的{post}已结束：{why}', { why: '原因' }),
    lapsed: template('没有就任', 'important', '{org}{post}的任命没有生效', '“{org}”{post}的任命没有生效：{why}', { why: '原因' }),
    successors: template('请准备换届', 'todo', '{org}{post}的任期到 {to}，请准备换届', '“{org}”{post}（{name}）的任期到 {to} 结束，请提前选举或任命下一任。', {
      name: '任职学生',
      to: '任职结束',
    }),
    judge: template('请评议任职的同学', 'todo', '请评议任职的同学：{name}', '“{name}”{endTime} 截止，还没有收到你的评议。', { name: '考核名称', endTime: '截止时间' }),
    graded: template('任职考核结果', 'important', '你的任职考核结果：{grade}', '你在“{org}”担任{post}的考核结果是{grade}，总分 {total}。', { grade: '等级', total: '总分' }),
    unfit: template('任职考核不称职', 'todo', '{org}{post}考核不称职', '{name}在“{org}”担任{post}的考核结果是不称职，请听取本人意见后决定是否免职。', { name: '任职学生' }),
  },
)
