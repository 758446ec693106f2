import { messagesOf, template } from '#model'

export const GREEN_MESSAGES = messagesOf(
  'welcome',
  { until: '缓缴到' },
  {
    deferralEnds: template(
      '缓缴将到期',
      'important',
      '缓缴的费用 {until} 到期，还有 {days} 天',
      '绿色通道缓缴的 {amount} 元 {until} 到期。请在到期前缴清，或申请助学贷款、资助。',
      {
        days: '剩余天数',
        amount: '金额',
      },
    ),
  },
)
