import { action, bool, datetime, entity, integer, list, ref, shape, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { PHASES, welcomeStep } from '../../steps/model/step.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** 家人查看: a link that a new student has given to the family. */
export const welcomeFamilyLink = entity(
  'welcome.welcomeFamilyLink',
  '家人查看',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '学生', fixed),
    tokenHash: text('密钥', { ...fixed, secret: 'internal', max: 64 }),
    until: datetime('有效期至', fixed),
    openedAt: datetime('最近查看', { readonly: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['studentId']],
    verbs: [],
    refusals: { noBatch: '现在没有你参加的迎新', unknown: '链接不对，或者已经停用，请让学生重新发一个', expired: '链接的有效期到 {until}，已经过了' },
  },
)
const refusals = { ...welcomeFamilyLink.options.refusals }
const OWN = 'welcome:welcomeFamilyLink:own'
const realms = ['welcome'] as const
export const myFamilyLink = action('welcome.welcomeFamilyLink.mine', '家人查看', {
  method: 'GET',
  permission: OWN,
  realms,
  output: { isGiven: bool('已给出链接', need), until: datetime('有效期至'), openedAt: datetime('最近查看') },
})
/** The link is shown once; a new one ends the old one. */
export const giveFamilyLink = action('welcome.welcomeFamilyLink.give', '生成链接', {
  permission: OWN,
  realms,
  output: { path: text('链接', { ...need, max: 200 }), until: datetime('有效期至', need) },
  refusals,
})
export const endFamilyLink = action('welcome.welcomeFamilyLink.end', '停用链接', { permission: OWN, realms, output: 'none' })
/** What a family sees: nothing that says who the student is, what they pay, or what they need. */
export const followArrival = action('welcome.welcomeFamilyLink.open', '报到进度', {
  access: { open: 'a family has no account; the key of the link is the proof, of which only the hash is kept' },
  limit: { perMinute: 30, group: 'welcome.welcomeFamilyLink' },
  input: { key: text('密钥', { ...need, min: 20, max: 64 }), tenantId: text('学校', { max: 12 }) },
  output: {
    school: text('学校', { ...need, max: 100 }),
    batch: welcomeBatch.fields.name,
    siteFrom: datetime('报到开始', need),
    siteTo: datetime('报到结束', need),
    contacts: welcomeBatch.fields.contacts,
    arrivedAt: datetime('到校时间'),
    done: integer('办完', need),
    steps: list('环节', shape('环节', { name: text('环节', { ...need, max: 40 }), phase: welcomeStep.fields.phase, isDone: bool('办完', need) }), need),
    until: datetime('有效期至', need),
  },
  refusals,
})
export const familyLinkActions = [myFamilyLink, giveFamilyLink, endFamilyLink, followArrival]
export const PHASE_ORDER = Object.keys(PHASES) as ReadonlyArray<keyof typeof PHASES>
