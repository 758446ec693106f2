import { defineModule } from '#model'
import { MESSAGE_EVENTS } from './model/events.ts'
import * as messages from './model/message.ts'
import * as notices from './model/notice.ts'
import { PARAMETERS } from './model/parameters.ts'
import * as rules from './model/rule.ts'
import * as sms from './model/sms.ts'
import * as push from './model/web-push.ts'

const { notice, noticeRead } = notices
const { message, messageDelivery } = messages
const { messageEventRow, messageRule, messagePreference } = rules
const { smsProvider, smsTemplate, smsLog } = sms

export default defineModule({
  code: 'message',
  name: '通知与消息',
  included: 'always',
  service: 'base',
  needs: ['campus', 'student', 'system'],
  entities: [notice, noticeRead, messageEventRow, messageRule, messagePreference, message, messageDelivery, push.webPush, smsProvider, smsTemplate, smsLog],
  actions: [
    notices.publishNotice,
    notices.approveNotice,
    notices.rejectNotice,
    notices.withdrawNotice,
    notices.pinNotice,
    notices.remindUnread,
    notices.noticeReaders,
    notices.myNotices,
    notices.openNotice,
    notices.giveReceipt,
    messages.unreadCount,
    messages.myMessages,
    messages.readMessages,
    messages.removeMessages,
    messages.openMessage,
    messages.deliveryStatistics,
    rules.ruleMatrix,
    rules.channelStates,
    rules.saveRule,
    rules.previewTemplate,
    rules.testRule,
    rules.myPreferences,
    rules.savePreference,
    push.pushStanding,
    push.subscribePush,
    push.keepPush,
    push.unsubscribePush,
    sms.testProvider,
    sms.smsCost,
    sms.smsUsage,
  ],
  ports: {
    unreadMessages: messages.unreadCount,
    myMessages: messages.myMessages,
    readMessages: messages.readMessages,
    openMessage: messages.openMessage,
    keepPush: push.keepPush,
  },
  widgets: [
    { code: 'message.notices', title: '公告', component: 'message/NoticesWidget', size: [3, 4], least: [3, 3] },
    { code: 'message.messages', title: '消息', component: 'message/MessagesWidget', size: [4, 4], least: [3, 3] },
  ],
  menus: [
    {
      title: '通知与消息',
      icon: 'megaphone',
      domain: 'manage',
      children: [
        {
          title: '通知公告',
          path: '/message/notices',
          component: 'message/NoticePage',
          icon: 'megaphone',
          of: [notice, notices.publishNotice, notices.approveNotice, notices.withdrawNotice, notices.pinNotice, notices.remindUnread, noticeRead],
        },
        { title: '消息发送配置', path: '/message/rules', component: 'message/RulePage', icon: 'bell-ring', of: [messageRule, rules.saveRule, rules.testRule, messageEventRow] },
        { title: '短信', path: '/message/sms', component: 'message/SmsPage', icon: 'smartphone', of: [smsLog, smsProvider, sms.testProvider, smsTemplate] },
        { title: '发送记录', path: '/message/deliveries', component: 'message/DeliveryPage', icon: 'send', of: [messageDelivery] },
      ],
    },
    {
      title: '常用',
      icon: 'star',
      terminal: 'mobile',
      children: [
        { title: '我的消息', path: '/personal/mymessage', icon: 'bell', badge: 'message' },
        { title: '通知公告', path: '/personal/mynotice', icon: 'megaphone', service: { category: 'office' } },
      ],
    },
  ],
  pages: [
    { path: '/personal/mymessage', title: '我的消息', component: 'message/MyMessagePage', access: 'signedIn', frame: 'shell' },
    ...['/welcome/message', '/dzks/exame/message'].map(
      path => ({ path, title: '我的消息', component: 'message/MyMessagePage', access: 'signedIn', frame: 'bare', isEntry: true, badge: 'message' }) as const,
    ),
    { path: '/personal/mynotice', title: '我的通知', component: 'message/MyNoticePage', access: 'signedIn', frame: 'shell' },
  ],
  messages: [...MESSAGE_EVENTS],
  events: ['message.noticePublished', 'message.noticeReminded'],
  grants: {
    admin: ['message:*'],
    officer: ['message:notice:*', 'message:noticeRead:*', 'message:messageDelivery:list'],
    college: [...publishing()],
    league: [...publishing()],
    fdy: [...publishing()],
    bzr: [...publishing()],
  },
  parameters: PARAMETERS,
})
/** Permissions to publish within one's scope; approval is reserved to the office. */
function publishing(): string[] {
  return [...['list', 'add', 'update', 'remove', 'export', 'publish', 'withdraw', 'pin', 'remind'].map(verb => `message:notice:${verb}`), 'message:noticeRead:*']
}
