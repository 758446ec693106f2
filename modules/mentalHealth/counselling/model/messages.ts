import { messagesOf, template } from '#model'

const inside = { channels: [], staysInside: true } as const
const NEUTRAL = '请登录后查看。'
/** Neither topic nor place nor who invites: whoever looks at the phone of somebody else reads that there is an appointment. They stay inside the app. */
export const COUNSELLING_MESSAGES = messagesOf(
  'appointment',
  { at: '时间' },
  {
    calledOff: template('预约取消', 'important', '你的一项预约取消了', '{at} 的预约取消了，可以另约时间。', {}, inside),
    taken: template('新的预约', 'info', '你有一项预约', '时间：{at}。', {}, inside),
    offered: template('预约时间', 'important', '你有一项预约', '时间：{at}。时间不合适可以取消另约。', {}, inside),
    released: template('预约被取消', 'info', '一项预约取消了', '{at} 的预约由本人取消。', {}, inside),
    suggested: template('转介确认', 'todo', '有一件事等你确认', NEUTRAL, {}, inside),
    referred: template('转介受理', 'todo', '你有一项需要处理的事，请登录查看', NEUTRAL, {}, inside),
    urgent: template('紧急转介', 'important', '有一项紧急的事，请马上登录查看', NEUTRAL),
    destroyed: template('咨询记录销毁', 'info', '有一项新的登记，请查看', NEUTRAL, {}, inside),
    answered: template('转介进展', 'info', '一项工作有了进展', NEUTRAL, {}, inside),
  },
)
