import { bool, choice, date, entity, integer, type Row, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
const fixed = { required: true, immutable: true } as const
export const CLUB_KINDS = { region: '地区', industry: '行业', college: '院系', interest: '兴趣' } as const
export const JOIN_WAYS = { open: '直接加入', review: '负责人审核' } as const
export const POSTS = { head: '会长', deputy: '副会长', secretary: '秘书长', director: '理事' } as const
export const clubStates = states(
  { running: { label: '正常', tone: 'done' }, merged: { label: '已并入', tone: 'over' }, dissolved: { label: '已撤销', tone: 'over' } },
  { update: ['running'], appoint: ['running'], merge: ['running'], dissolve: ['running'] },
)
/** What a proposal says and a club keeps. */
export const clubForm = {
  name: text('名称', { ...need, max: 40, search: true }),
  kind: choice('类别', CLUB_KINDS, need),
  canton: cantonCode('所在地区'),
  departmentId: ref('department', '院系'),
  intro: text('介绍', { ...need, max: 500, multiline: true }),
  joinWay: choice('加入方式', JOIN_WAYS, need),
} as const
export type ClubForm = keyof typeof clubForm
export const CLUB_FORM = Object.keys(clubForm) as ClubForm[]

/** 校友会. One that was merged or dissolved stays, with who was in it and who led it. */
export const alumniClub = entity(
  'alumni.alumniClub',
  '校友会',
  {
    ...clubForm,
    memberLimit: integer('人数上限', { min: 5, max: 100_000, help: '不填为不限' }),
    foundedOn: date('成立日期', { ...readonly, sortable: true }),
    state: clubStates.field('状态', { initial: 'running', sortable: true }),
    /** Whether somebody leads it today. */
    isLed: bool('有负责人', { ...need, ...readonly, initial: false }),
    mergedIntoId: ref('alumniClub', '并入', readonly),
    endedOn: date('终止日期', readonly),
    endReason: text('终止原因', { ...readonly, max: 200 }),
    members: integer('会员', { computed: true }),
    officers: text('负责人', { computed: true, max: 300, clear: 'officers of a club are known to its members' }),
    cantonName: text('地区', { computed: true, max: 180 }),
  },
  {
    title: 'name',
    scope: { everyone: 'clubs that the school publishes' },
    sort: ['name'],
    verbs: ['list', 'update', 'export'],
    refusals: {
      nameTaken: '已有校友会“{name}”',
      cantonUnknown: '没有行政区划代码“{code}”',
      placeMissing: '地区校友会要填所在地区',
      collegeMissing: '院系校友会要填院系',
      limitBelow: '“{name}”已有 {n} 名会员，人数上限不能是 {limit}',
      notMember: '{alumnus}不是“{name}”的会员，不能任职',
      hasPost: '{alumnus}已是“{name}”的{post}',
      headTaken: '“{name}”的会长是{holder}，请先结束任职',
      datesReversed: '任期到 {to} 不晚于开始 {from}',
      termPast: '任期到 {to} 已经过去',
      itself: '“{name}”不能并入自己',
      overLimit: '并入后“{name}”有 {n} 名会员，超过人数上限 {limit}',
      postOver: '{alumnus}在“{name}”的任职已经结束',
    },
  },
)
export type Club = Row<typeof alumniClub>

/** 校友会任职: a term; one that is over stays. */
export const alumniClubPost = entity(
  'alumni.alumniClubPost',
  '校友会任职',
  {
    clubId: ref('alumniClub', '校友会', { ...fixed, search: true }),
    alumnusId: ref('alumnus', '校友', { ...fixed, search: true }),
    post: choice('职务', POSTS, fixed),
    from: date('开始', { ...fixed, sortable: true }),
    /** The first day without it. */
    to: date('任期到', readonly),
  },
  { title: 'alumnusId', scope: {}, sort: ['clubId', '-from'], verbs: ['list', 'export'] },
)
export const memberStates = states(
  {
    pending: { label: '待审核', tone: 'waiting' },
    member: { label: '会员', tone: 'done' },
    declined: { label: '未通过', tone: 'refused' },
    left: { label: '已退出', tone: 'over' },
    moved: { label: '随并入转出', tone: 'over' },
  },
  { accept: ['pending'], decline: ['pending'], leave: ['pending', 'member'] },
)
/** 校友会会员: one row of an alumnus and a club; who joins again goes on with it. */
export const alumniClubMember = entity(
  'alumni.alumniClubMember',
  '校友会会员',
  {
    clubId: ref('alumniClub', '校友会', { ...fixed, search: true }),
    alumnusId: ref('alumnus', '校友', { ...fixed, search: true }),
    state: memberStates.field('状态', { initial: 'member', sortable: true }),
    note: text('申请说明', { ...readonly, max: 200 }),
    joinedOn: date('加入日期', { ...readonly, sortable: true }),
    leftOn: date('退出日期', readonly),
    reason: text('原因', { ...readonly, max: 200 }),
  },
  {
    title: 'alumnusId',
    scope: {},
    unique: [['clubId', 'alumnusId']],
    sort: ['clubId', '-joinedOn'],
    verbs: ['list', 'export'],
    countsUpTo: 50_000,
    refusals: {
      notRunning: '“{club}”{state}，不能加入',
      already: '你已经是“{club}”的会员',
      pending: '你已申请加入“{club}”，请等负责人答复',
      full: '“{club}”的 {limit} 个名额已满',
      ownRequest: '不能审核自己的申请',
    },
  },
)
export type ClubMember = Row<typeof alumniClubMember>
