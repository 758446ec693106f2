import { messagesOf, template } from '#model'

const about = { title: '申请', applicant: '申请人', node: '环节' }

export const FLOW_MESSAGES = messagesOf('workflow', about, {
  arrived: template('有申请待审批', 'todo', '待审批：{title}', '{applicant} 的“{title}”到了“{node}”，请办理。'),
  returned: template('申请被退回', 'important', '申请被退回：{title}', '“{title}”在“{node}”被 {by} 退回：{opinion}', { by: '退回人', opinion: '意见' }),
  approved: template('申请通过', 'important', '申请通过：{title}', '“{title}”已通过。'),
  rejected: template('申请被驳回', 'important', '申请被驳回：{title}', '“{title}”在“{node}”被 {by} 驳回：{opinion}', { by: '驳回人', opinion: '意见' }),
  cancelled: template('申请作废', 'important', '申请作废：{title}', '“{title}”被 {by} 作废：{opinion}', { by: '办理人', opinion: '原因' }),
  urged: template('申请人催办', 'todo', '催办：{title}', '{applicant} 催办“{title}”，它在“{node}”已等 {waited}。', { waited: '已等时间' }),
  cc: template('抄送', 'info', '抄送：{title}', '{applicant} 的“{title}”抄送给你。'),
  timeout: template('审批将到期或超时', 'todo', '{when}：{title}', '{applicant} 的“{title}”在“{node}”，期限 {dueAt}。', { when: '即将到期或已超时', dueAt: '期限' }),
  reassigned: template('审批移交给你', 'todo', '移交给你：{title}', '{applicant} 的“{title}”在“{node}”，由 {by} 移交给你：{opinion}', { by: '移交人', opinion: '原因' }),
  movedAway: template('你的审批已移交', 'info', '已移交：{title}', '{applicant} 的“{title}”在“{node}”，已移交给 {to}：{opinion}', { to: '接手人', opinion: '原因' }),
  comment: template('申请里有人提到你', 'info', '{by} 提到你：{title}', '{by} 在“{title}”里说：{opinion}', { by: '谁', opinion: '内容' }),
})
