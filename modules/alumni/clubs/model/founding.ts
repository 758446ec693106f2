import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, entity, integer, list, type Row, ref, states, text } from '#model'
import { OWN } from '../../records/model/card.ts'
import { alumniClub, clubForm } from './club.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
export const foundingStates = states(
  { gathering: { label: '征集发起人', tone: 'going' }, ...SUBMITTED_STATES, approved: { label: '已成立', tone: 'done' } },
  {
    change: ['gathering', 'returned'],
    submit: ['gathering', 'returned'],
    withdraw: ['gathering', 'pending', 'returned'],
    agree: ['gathering', 'returned'],
    takeBack: ['gathering', 'returned'],
  },
)
/** 成立校友会: from the call for founders to the approval of the office. */
export const alumniClubFounding = entity(
  'alumni.alumniClubFounding',
  '校友会成立',
  {
    ...clubForm,
    applicantId: ref('user', '申请人', fixed),
    alumnusId: ref('alumnus', '发起人', { ...fixed, search: true }),
    state: foundingStates.field('状态', { initial: 'gathering', sortable: true }),
    clubId: ref('alumniClub', '校友会', { readonly: true }),
    founders: integer('已同意', { computed: true }),
  },
  {
    title: 'name',
    scope: { user: 'applicantId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      tooFew: '发起人要有 {needed} 人，现在同意的有 {n} 人',
      twice: '你已经同意发起“{name}”',
      ownFounding: '你是发起人，要退出请撤回申请',
      most: '你已有 {n} 个成立申请在进行，办完再发起',
    },
  },
)
export type ClubFounding = Row<typeof alumniClubFounding>
/** 共同发起人: each agrees personally. */
export const alumniClubFounder = entity(
  'alumni.alumniClubFounder',
  '校友会共同发起人',
  {
    foundingId: ref('alumniClubFounding', '校友会成立', { ...fixed, isPart: true, search: true }),
    alumnusId: ref('alumnus', '校友', { ...fixed, search: true }),
  },
  { title: 'alumnusId', scope: { user: 'foundingId.applicantId' }, unique: [['foundingId', 'alumnusId']], sort: ['foundingId'], verbs: ['list', 'export'] },
)
const id = ref('alumniClubFounding', '校友会成立', need)
const refusals = { ...alumniClub.options.refusals, ...alumniClubFounding.options.refusals }
const own = { permission: OWN, refusals } as const
export const startFounding = action('alumni.alumniClubFounding.start', '发起校友会', { ...own, input: clubForm, output: { id } })
export const changeFounding = action('alumni.alumniClubFounding.change', '修改', { ...own, input: { id, ...clubForm }, output: 'none' })
export const submitFounding = action('alumni.alumniClubFounding.submit', '提交审批', { ...own, input: { id }, output: { state: foundingStates.field('结果') } })
export const withdrawFounding = action('alumni.alumniClubFounding.withdraw', '撤回', { ...own, input: { id }, output: 'none' })
export const agreeToFound = action('alumni.alumniClubFounding.agree', '同意发起', { ...own, input: { id }, output: 'none' })
export const takeBackFounding = action('alumni.alumniClubFounding.takeBack', '撤回同意', { ...own, input: { id }, output: 'none' })
const known = 'founders, told to who proposes and who decides'
const shown = {
  ...clubForm,
  id,
  cantonName: text('地区', { max: 180 }),
  departmentName: text('院系', { max: 60 }),
  proposer: text('发起人', { max: 60, clear: 'told to those who are asked to found it together' }),
  state: foundingStates.field('状态'),
  agreed: integer('已同意', need),
  needed: integer('需要', need),
  founders: list('共同发起人', text('姓名', { max: 60, clear: known }), need),
} as const
/** Foundings of the reader: proposed, backed, and the one a link leads to. */
export const myFoundings = action('alumni.alumniClubFounding.mine', '我的校友会成立', {
  method: 'GET',
  permission: OWN,
  many: true,
  input: { id: ref('alumniClubFounding', '校友会成立') },
  output: { ...shown, isMine: bool('本人发起', need), isFounder: bool('已同意', need), instanceId: text('流程', { max: 36 }) },
})
export const foundingCard = action('alumni.alumniClubFounding.card', '审批卡', { method: 'GET', access: 'signedIn', input: { id }, output: shown })
export const foundingActions = [startFounding, changeFounding, submitFounding, withdrawFounding, agreeToFound, takeBackFounding, myFoundings, foundingCard]
