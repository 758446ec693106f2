import { messagesOf, template } from '#model'

const given = { bed: '床位', reason: '原因' }
export const DORM_MESSAGES = messagesOf(
  'welcome',
  {},
  {
    bedGiven: template('床位已释放', 'important', '你的床位已释放：{bed}', '因{reason}，{bed} 已释放。以后确认来校，可以在“宿舍”里重新选。', given),
    chooseAgain: template('重新选床位', 'important', '请重新选床位', '因{reason}，{bed} 已释放。请到“宿舍”里，在你现在能选的床位中重新选。', given),
    placed: template('床位安排结果', 'important', '床位安排：{bed}', '{bed}：{reason}。有异议请在“宿舍”里向辅导员提出。', given),
    objectionAnswered: template('床位异议已答复', 'important', '你的床位异议已答复', '辅导员答复：{answer}', { answer: '答复' }),
    stillBlocked: template('还不能选床位', 'important', '你还不能选床位', '选床位前还差：{why}', { why: '还差的事项' }),
    mayChoose: template('请选床位', 'important', '你还没有选床位', '你已经可以选床位，请到“宿舍”里查看开放时间，按时去选。'),
  },
)
