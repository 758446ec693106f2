import { choice, datetime, entity, files, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
export const CONSENT_ANSWERS = { agreed: '同意', refused: '不同意' } as const
export const CONSENT_CHANNELS = { link: '短信链接', paper: '纸质同意书', video: '视频通话' } as const
/** Proof other than by link, which a member of staff witnesses. */
export const WITNESSED_CHANNELS = { paper: CONSENT_CHANNELS.paper, video: CONSENT_CHANNELS.video } as const
export const consentStates = states(
  {
    toCheck: { label: '待核对', tone: 'attention' },
    sent: { label: '等家长答复', tone: 'going' },
    answered: { label: '已答复', tone: 'done' },
    replaced: { label: '已重发', tone: 'over' },
  },
  { confirmPhone: ['toCheck'], resend: ['sent'], witness: ['toCheck', 'sent'], answer: ['sent'] },
)
/** 监护人同意: what a guardian without an account is asked, and the answer. Of the link only the hash is kept. */
export const guardianConsent = entity(
  'family.guardianConsent',
  '监护人同意',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    guardianId: ref('familyMember', '监护人', fixed),
    /** Whose matter it is; told to nobody who reads the ledger, since a screening of mental health is among them. */
    bizType: text('业务', { ...fixed, max: 40, secret: 'internal' }),
    bizId: text('业务编号', { ...fixed, max: 36, format: 'uuid', secret: 'internal' }),
    asks: text('征求的事项', { ...fixed, max: 500, translatable: true }),
    /** What only the guardian reads, by the link. */
    forGuardian: text('给监护人的说明', { ...readonly, max: 300, secret: 'internal' }),
    /** What the guardian reads in full and staff shortened, such as an address. */
    detail: text('详细内容', { ...readonly, max: 300, sensitivity: 'S1', mask: 'address' }),
    state: consentStates.field('状态', { initial: 'sent', sortable: true }),
    /** The number on record when the link was sent; the code goes to it, too. */
    phone: text('电话', { ...readonly, max: 20, sensitivity: 'S1', mask: 'phone' }),
    tokenHash: text('摘要', { ...readonly, max: 64, secret: 'internal' }),
    sentAt: datetime('发送时间', { ...readonly, sortable: true }),
    expiresAt: datetime('有效期至', readonly),
    checkedById: ref('user', '核对人', readonly),
    answer: choice('答复', CONSENT_ANSWERS, readonly),
    signature: text('签名', { ...readonly, max: 60, sensitivity: 'S1', mask: 'name' }),
    answeredAt: datetime('答复时间', { ...readonly, sortable: true }),
    channel: choice('方式', CONSENT_CHANNELS, readonly),
    proof: files('凭证', { ...readonly, maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf', 'mp4'] }),
    witnessId: ref('teacher', '见证人', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'asks',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      notGuardian: '{guardian}没有登记为监护人',
      noPhone: '监护人{guardian}没有登记电话，请先在家庭成员里补上，或用纸质同意书',
      ownPhone: '监护人{guardian}的电话和学生本人的相同，链接不能发给学生本人，请改正电话，或用纸质同意书',
      unknown: '链接不正确，请点短信里的链接，或让学校重新发一条',
      expired: '链接的有效期到 {until} 为止，现在已经过了，请让学校重新发一条',
      replaced: '学校后来又发了一条，请点最近一条短信里的链接',
      answered: '这件事已在 {at} 答复：{answer}',
      code: '短信验证码不正确或已过期，请重新获取',
      proof: '请上传同意书或通话录像的截图',
      witness: '见证人要是在职的教职工',
    },
  },
)
export type GuardianConsent = Row<typeof guardianConsent>
