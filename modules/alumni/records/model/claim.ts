import { bool, datetime, entity, integer, type Row, ref, states, text } from '#model'

const readonly = { readonly: true } as const
export const claimStates = states(
  {
    pending: { label: '待核对', tone: 'attention' },
    approved: { label: '已认领', tone: 'done' },
    refused: { label: '已退回', tone: 'refused' },
  },
  { approve: ['pending'], enter: ['pending'], refuse: ['pending'] },
)
/** Digits that an alumnus may give in place of classmates. */
export const TAIL = 6
/** 校友认领: somebody without an account says who they are. */
export const alumniClaim = entity(
  'alumni.alumniClaim',
  '校友认领',
  {
    name: text('姓名', { ...readonly, required: true, max: 60, search: true }),
    mobile: text('手机号', { ...readonly, required: true, max: 11, format: 'mobile', sensitivity: 'S1', mask: 'phone' }),
    enrolYear: integer('入学年份', { ...readonly, min: 1900, max: 2100 }),
    leaveYear: integer('毕业年份', { ...readonly, required: true, min: 1900, max: 2100, sortable: true }),
    majorName: text('专业', { ...readonly, required: true, max: 60, search: true }),
    className: text('班级', { ...readonly, max: 60 }),
    firstMate: text('同学一', { ...readonly, max: 60 }),
    secondMate: text('同学二', { ...readonly, max: 60 }),
    /** Compared by the program and shown to nobody; gone once the claim is decided. */
    idTail: text('证件号后六位', { ...readonly, max: TAIL, sensitivity: 'S1', encrypted: true, secret: 'internal', sentTo: [] }),
    note: text('补充说明', { ...readonly, max: 200, multiline: true }),
    contactConsent: bool('同意联系', { ...readonly, required: true, initial: false }),
    state: claimStates.field('状态', { initial: 'pending', sortable: true }),
    isAutomatic: bool('自动核对', { ...readonly, required: true, initial: false }),
    alumnusId: ref('alumnus', '校友', readonly),
    userId: ref('user', '账号', { ...readonly, secret: 'internal' }),
    reason: text('退回原因', { ...readonly, max: 200 }),
    decidedAt: datetime('办理时间', readonly),
  },
  {
    title: 'name',
    scope: {},
    sort: ['-createdAt'],
    verbs: ['list'],
    refusals: {
      hasAccount: '{name}（{code}）已有账号，不能再认领',
      alumnusUnknown: '没有这位校友',
    },
  },
)
export type AlumniClaim = Row<typeof alumniClaim>
