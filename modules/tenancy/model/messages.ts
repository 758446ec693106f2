import { messageEvent } from '#model'

/** Days before expiry on which the school is notified. */
export const REMINDER_DAYS = [60, 30, 7, 1] as const

export const expiring = messageEvent({
  code: 'tenancy.expiring',
  name: '授权即将到期',
  level: 'important',
  variables: { schoolName: '学校名称', expireDate: '到期日期', daysLeft: '剩余天数' },
  title: '授权还有 {daysLeft} 天到期',
  content: '{schoolName}的授权将于 {expireDate} 到期。请联系供应商取得新的注册码，在“软件授权”页面续期；到期后还有宽限期，数据始终可以查询和导出。',
  channels: ['sms'],
})
