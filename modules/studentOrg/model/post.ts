import { choice, entity, integer, list, type Row, ref, text } from '#model'
import type { OrgType } from './org.ts'

export const KINDS = {
  chair: '主席团成员',
  viceChair: '副主席',
  unitHead: '部门负责人',
  unitDeputy: '部门副职',
  officer: '工作人员',
  secretary: '团支书',
  monitor: '班长',
  committee: '委员',
} as const
export type PostKind = keyof typeof KINDS
/** 60-OG1: the posts a union may have; the chairs are those its presidium counts. */
export const UNION_KINDS: readonly PostKind[] = ['chair', 'viceChair', 'unitHead', 'unitDeputy', 'officer']
export const CHAIRS: readonly PostKind[] = ['chair', 'viceChair']
/** Kinds whose one holder represents a class or its branch, and where they stand. */
export const SINGLE: Readonly<Partial<Record<PostKind, OrgType>>> = { monitor: 'classCommittee', secretary: 'leagueBranch' }
/** Rights of a post in its own organisation; none of them shows personal data. */
export const RIGHTS = {
  signByList: '按名单签到',
  recordLabour: '登记劳动',
  recordHygiene: '登记卫生',
  seeRoster: '查看名册',
  publishClassNotice: '发布班级通知',
} as const
export type PostRight = keyof typeof RIGHTS
export const WAYS = { election: '选举', recommendation: '推荐', appointment: '任命' } as const
export type PostWay = keyof typeof WAYS
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const SCOPE = { class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' } as const

/** 部门 of an organisation. */
export const orgUnit = entity(
  'studentOrg.orgUnit',
  '组织部门',
  {
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    name: text('名称', { ...need, max: 30, search: true }),
    sort: integer('排序', { min: 0, max: 999, sortable: true }),
  },
  {
    title: 'name',
    scope: SCOPE,
    unique: [['orgId', 'name']],
    importKey: ['orgId', 'name'],
    select: 'scoped',
    selectFields: ['orgId'],
    sort: ['orgId', 'sort', 'name'],
    refusals: { over: '“{org}”{state}，不能再改编制', most: '“{org}”超过规定：{breaches}。要超过的，由团委先说明理由', hasPosts: '“{name}”还有 {n} 个岗位，不能删除' },
  },
)
/** 岗位: how many seats, who may be on them, what their holders may do. */
export const orgPost = entity(
  'studentOrg.orgPost',
  '岗位',
  {
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    unitId: ref('orgUnit', '组织部门'),
    name: text('名称', { ...need, max: 30, search: true, sortable: true }),
    kind: choice('岗位类别', KINDS, fixed),
    seats: integer('人数', { ...need, min: 1, max: 200, initial: 1, sortable: true }),
    way: choice('产生方式', WAYS, { ...need, initial: 'appointment' }),
    rights: list('岗位权限', choice('权限', RIGHTS, need), { max: 5, help: '只在本组织内有效' }),
    sort: integer('排序', { min: 0, max: 999, sortable: true }),
    holders: text('在任', { computed: true, max: 2000, clear: 'who holds a post represents others, who may know' }),
    /** Seats that may be filled today: none of an organisation that is not published. */
    free: integer('空缺', { computed: true }),
  },
  {
    title: 'name',
    scope: SCOPE,
    unique: [['orgId', 'unitId', 'name']],
    importKey: ['orgId', 'unitId', 'name'],
    select: 'scoped',
    selectFields: ['orgId', 'unitId', 'kind', 'seats'],
    sort: ['orgId', 'sort', 'name'],
    refusals: {
      ...orgUnit.options.refusals,
      unitElsewhere: '部门“{unit}”不属于“{org}”',
      kindWhere: '{kind}只在{type}设',
      single: '“{org}”只能有一名{kind}',
      twice: '“{org}”已经有岗位“{name}”',
      seatsTaken: '“{name}”有 {n} 人在任或拟任，人数不能减到 {seats}',
      hasHolders: '“{name}”有过 {n} 次任职，不能删除',
    },
  },
)
export type OrgPost = Row<typeof orgPost>
