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
  },
)
