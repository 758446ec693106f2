import { action, bool, choice, datetime, dict, files, integer, list, ref, shape, text } from '#model'
import { CONSENT_ANSWERS, consentStates, guardianConsent, WITNESSED_CHANNELS } from './guardian-consent.ts'
import { CONTACT_KINDS, contactReason, ENTERED_KINDS, homeContact } from './home-contact.ts'

const need = { required: true } as const
const { refusals: contactRefusals = {} } = homeContact.options
const { refusals = {} } = guardianConsent.options

export const recordContact = action('family.homeContact.record', '登记联系', {
  input: {
    studentId: ref('student', '学生', need),
    guardianId: ref('familyMember', '家长', need),
    kind: choice('方式', ENTERED_KINDS, need),
    contactReason: dict('事由', contactReason, need),
    at: datetime('联系时间', need),
    content: text('内容', { max: 2000, multiline: true, help: '只有有权限的老师能看，学生看不到' }),
    result: text('结果', { max: 300 }),
    hiddenUntil: datetime('暂不告知学生至', { help: '学生满 18 周岁的，看得到联系过和事由。事由是安全、身心健康的可以晚一些告知' }),
  },
  output: { id: ref('homeContact', '家校联系', need) },
  refusals: contactRefusals,
})
export const reverseContact = action('family.homeContact.reverse', '冲销', {
  input: { id: ref('homeContact', '家校联系', need), reason: text('原因', { ...need, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals: contactRefusals,
})
/** 50-HS1: an adult reads that there was a contact and why, not what was said. */
export const myContacts = action('family.homeContact.mine', '我的家校联系', {
  method: 'GET',
  output: {
    isAdult: bool('已满 18 周岁', need),
    contacts: list(
      '联系',
      shape('联系', {
        id: text('编号', { ...need, max: 36 }),
        at: datetime('联系时间', need),
        kind: choice('方式', CONTACT_KINDS, need),
        contactReason: dict('事由', contactReason, need),
        relation: text('关系', { max: 40 }),
      }),
      need,
    ),
  },
})

const consent = ref('guardianConsent', '监护人同意', need)
const oneOf = { input: { id: consent }, output: 'none', inScope: true, refusals } as const
/** 50-HS2: a number that changed lately is believed once somebody has called it. */
export const confirmPhone = action('family.guardianConsent.confirmPhone', '电话已核对，发送链接', oneOf)
export const resendConsent = action('family.guardianConsent.resend', '重新发送', oneOf)
/** 50-HS2: a paper or a call that a member of staff has witnessed. */
export const witnessConsent = action('family.guardianConsent.witness', '登记书面或视频同意', {
  input: {
    id: consent,
    channel: choice('方式', WITNESSED_CHANNELS, need),
    answer: choice('答复', CONSENT_ANSWERS, need),
    signature: text('签名人', { ...need, max: 60 }),
    witnessId: ref('teacher', '见证人', need),
    proof: files('凭证', { ...need, maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf', 'mp4'] }),
  },
  output: 'none',
  inScope: true,
  refusals,
})

const key = text('密钥', { ...need, min: 20, max: 64 })
const tenantId = text('学校', { max: 12 })
const access = { open: 'a guardian has no account; the key of the link is the proof, of which only the hash is kept' } as const
/** Attempts an address may make a minute, whatever key it names. */
const limit = { perMinute: 30, group: 'family.guardianConsent' } as const
/** What a link asks. Names and number are shortened: enough for the family to know whom it is about. */
export const openConsent = action('family.guardianConsent.open', '监护人同意', {
  method: 'GET',
  access,
  limit,
  input: { key, tenantId },
  output: {
    student: text('学生', { max: 60, sensitivity: 'S1', mask: 'name' }),
    guardian: text('监护人', { max: 60, sensitivity: 'S1', mask: 'name' }),
    phone: text('电话', { max: 20, sensitivity: 'S1', mask: 'phone' }),
    school: text('学校', { ...need, max: 100 }),
    asks: text('征求的事项', { ...need, max: 500 }),
    detail: text('详细内容', { max: 300, clear: 'the guardian who is asked has to know what about' }),
    state: consentStates.field('状态'),
    expiresAt: datetime('有效期至', need),
  },
  refusals,
})
export const sendConsentCode = action('family.guardianConsent.sendCode', '获取验证码', {
  access,
  limit,
  input: { key, tenantId },
  output: { resendAfter: integer('多少秒后可以再次获取', need) },
  refusals,
})
export const answerConsent = action('family.guardianConsent.answer', '提交答复', {
  access,
  limit,
  input: {
    key,
    tenantId,
    answer: choice('答复', CONSENT_ANSWERS, need),
    signature: text('您的姓名', { ...need, max: 60 }),
    code: text('短信验证码', { ...need, min: 6, max: 6 }),
  },
  output: { answeredAt: datetime('答复时间', need) },
  refusals,
})
export const familyActions = [recordContact, reverseContact, myContacts, confirmPhone, resendConsent, witnessConsent, openConsent, sendConsentCode, answerConsent]
