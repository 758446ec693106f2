import { action, bool, datetime, entity, integer, ref, rich, text } from '#model'

/** Consent of a user to a version of the privacy notice, and its withdrawal. */
export const userConsent = entity(
  'identity.userConsent',
  '隐私同意',
  {
    userId: ref('user', '用户', { required: true, immutable: true }),
    noticeVersion: text('隐私政策版本', { required: true, immutable: true, max: 40, search: true }),
    at: datetime('同意时间', { required: true, readonly: true, sortable: true }),
    withdrawnAt: datetime('撤回时间', { readonly: true }),
    ip: text('地址', { max: 64, readonly: true }),
  },
  { title: 'noticeVersion', scope: { user: 'userId' }, sort: ['-at'], verbs: ['list', 'export'] },
)
const version = text('隐私政策版本', { required: true, max: 40 })
/** The current notice, readable before and after sign-in. */
export const currentNotice = action('identity.consent.current', '隐私政策', {
  method: 'GET',
  access: { open: 'people must be able to read what they agree to before they sign in' },
  input: { tenantId: text('学校', { max: 12 }) },
  output: { noticeVersion: text('隐私政策版本', { max: 40 }), title: text('标题', { max: 200 }), content: rich('内容', { max: 200000 }) },
})
export const agreeNotice = action('identity.consent.agree', '同意隐私政策', {
  output: 'none',
  access: 'signedIn',
  allowWhileRestricted: true,
  input: { noticeVersion: version },
  refusals: { changed: '隐私政策刚刚更新为版本 {noticeVersion}，请重新阅读' },
})
/** Withdraws consent and ends every session of the user; the next sign-in asks again. */
export const withdrawConsent = action('identity.consent.withdraw', '撤回同意', {
  access: 'signedIn',
  output: { sessionsEnded: integer('已退出', { required: true }) },
  refusals: { none: '你还没有同意过现在的隐私政策，没有可以撤回的' },
})
export const myConsents = action('identity.consent.mine', '我的隐私同意', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    noticeVersion: version,
    at: datetime('同意时间', { required: true }),
    withdrawnAt: datetime('撤回时间'),
    isCurrent: bool('现行版本', { required: true }),
  },
})
