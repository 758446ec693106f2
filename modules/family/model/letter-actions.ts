import { action, choice, datetime, integer, list, ref, shape, text } from '#model'
import { homeLetter, homeLetterReceipt, LETTER_ANSWERS, letterRound } from './home-letter.ts'
import { LETTER_FIELDS } from './letter-fields.ts'

const need = { required: true } as const
const letter = ref('homeLetter', '致家长信', need)
const count = (label: string) => integer(label, need)
const { refusals = {} } = homeLetterReceipt.options
const sent = { clear: 'the letter as its writer or its reader sees it' } as const

/** What would be sent: to how many, and how it reads for three students of the audience. */
export const previewLetter = action('family.homeLetter.preview', '预览', {
  method: 'GET',
  permission: letterRound.publish.permission,
  inScope: true,
  input: { id: letter },
  output: {
    students: count('学生'),
    reachable: count('可以发送'),
    noPhone: count('没有家长电话'),
    toCheck: count('电话待核对'),
    told: list('先告知学生', choice('字段', LETTER_FIELDS), need),
    samples: list(
      '样例',
      shape('样例', {
        id: text('编号', { ...need, max: 36 }),
        student: text('学生', { ...need, max: 60, ...sent }),
        place: text('班级', { max: 120 }),
        guardian: text('家长', { max: 60, ...sent }),
        text: text('正文', { ...need, max: 8000, ...sent }),
      }),
      need,
    ),
  },
  refusals: homeLetter.options.refusals ?? {},
})
export const resumeSending = action('family.homeLetter.resumeSending', '继续发送', {
  permission: letterRound.publish.permission,
  inScope: true,
  input: { id: letter },
  output: 'none',
  refusals: homeLetter.options.refusals ?? {},
})
/** How far each letter has come, among the students of the reader. */
export const letterProgress = action('family.homeLetterReceipt.progress', '回执进度', {
  method: 'GET',
  permission: 'family:homeLetterReceipt:list',
  many: true,
  output: {
    letterId: text('编号', { ...need, max: 36 }),
    name: text('致家长信', { ...need, max: 100 }),
    endTime: datetime('有效期至', need),
    students: count('学生'),
    waiting: count('待发送'),
    noPhone: count('没有家长电话'),
    toCheck: count('电话待核对'),
    sent: count('已发送'),
    read: count('已读'),
    answered: count('已回执'),
    calls: count('请老师联系'),
  },
})
/** Reminds, among the students of the caller, families that have not answered. */
export const remindLetter = action('family.homeLetterReceipt.remind', '提醒家长', {
  input: { letterId: letter },
  output: { count: count('人数') },
  refusals: { notOpen: '“{name}”不在有效期里（{beginTime} 至 {endTime}），不能提醒', nobody: '没有可以提醒的家长：没有回执的在最近 {hours} 小时里已经发过' },
})
/** Sends the letter again to one family, or for the first time where the phone was missing or had to be checked. */
export const sendReceipt = action('family.homeLetterReceipt.send', '发送', {
  input: { id: ref('homeLetterReceipt', '家长信回执', need) },
  inScope: true,
  output: 'none',
  refusals,
})

const key = text('密钥', { ...need, min: 20, max: 64 })
const tenantId = text('学校', { max: 12 })
const access = { open: 'a guardian has no account; the key of the link is the proof, of which only the hash is kept' } as const
/** Attempts an address may make a minute, whatever key it names. */
const limit = { perMinute: 30, group: 'family.guardianConsent' } as const
/** Opening is reading: the first time is kept. */
export const openLetter = action('family.homeLetterReceipt.open', '致家长信', {
  access,
  limit,
  input: { key, tenantId },
  output: {
    school: text('学校', { ...need, max: 100 }),
    name: text('标题', { ...need, max: 100 }),
    text: text('正文', { ...need, max: 8000, clear: 'the family reads the letter that was sent to it' }),
    until: datetime('有效期至', need),
    answer: choice('回执', LETTER_ANSWERS),
    answeredAt: datetime('回执时间'),
  },
  refusals,
})
export const answerLetter = action('family.homeLetterReceipt.answer', '提交回执', {
  access,
  limit,
  input: { key, tenantId, answer: choice('回执', LETTER_ANSWERS, need), opinion: text('留言', { max: 300, multiline: true }) },
  output: { answeredAt: datetime('回执时间', need) },
  refusals,
})
export const letterActions = [...Object.values(letterRound), previewLetter, resumeSending, letterProgress, remindLetter, sendReceipt, openLetter, answerLetter]
