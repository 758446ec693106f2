import { messagesOf, template } from '#model'

export const REVIEW_MESSAGES = messagesOf(
  'admission',
  { due: '截止' },
  {
    unfinished: template(
      '入学资格复查催办',
      'urgent',
      '还有 {count} 名新生没有完成入学资格复查',
      '入学已满 {days} 天，还有 {count} 名新生没有完成入学资格复查，须在 {due} 前完成。',
      {
        count: '人数',
        days: '天数',
      },
    ),
  },
)
