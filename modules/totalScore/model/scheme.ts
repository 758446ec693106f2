import { action, choice, decimal, dict, entity, integer, list, ref, states, text } from '#model'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { PERIODS } from './rules.ts'

export const SCHEME_KINDS = { conduct: '操行分', credit: '第二课堂学分' } as const
export const schemeStates = states(
  { draft: { label: '草稿', tone: 'waiting' }, active: { label: '使用中', tone: 'done' }, ended: { label: '已停用', tone: 'over' } },
  { activate: ['draft', 'ended'], end: ['active'], closePeriod: ['active'], remove: ['draft'] },
)
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const mark = { precision: 6, scale: 2, min: -9999, max: 9999 } as const
const EVERYONE = { everyone: 'how points are counted, without data of students' } as const
/** 考核方案: what points are counted for whom, from which base, over which period. */
export const tsScheme = entity(
  'totalScore.tsScheme',
  '考核方案',
  {
    name: text('名称', { ...need, max: 60, search: true }),
    kind: choice('种类', SCHEME_KINDS, fixed),
    gradeFrom: integer('年级从', { min: 1950, max: 2100, help: '不填为不限' }),
    gradeTo: integer('年级到', { min: 1950, max: 2100, help: '不填为不限' }),
    departmentIds: list('学院', ref('department', '学院'), { max: 200 }),
    period: choice('考核周期', PERIODS, { ...fixed, initial: 'term' }),
    baseScore: decimal('基础分', { ...need, ...mark, initial: 100, help: '学分方案填 0' }),
    minScore: decimal('最低分', mark),
    maxScore: decimal('最高分', mark),
    pointsPerCredit: decimal('多少分算一学分', { precision: 6, scale: 2, min: 0.01, max: 9999, help: '学分方案填写' }),
    state: schemeStates.field('状态', { initial: 'draft' }),
    /** Entries of this period and those before it go into the one that is open (50-TS4). */
    closedPeriod: text('已结周期', { readonly: true, max: 12 }),
  },
  {
    title: 'name',
    scope: EVERYONE,
    unique: [['name']],
    cached: true,
    select: 'open',
    selectFields: ['kind', 'state'],
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      range: '最低分 {min}、基础分 {base}、最高分 {max} 须依次不减',
      grades: '年级从 {from} 到 {to} 颠倒',
      noCredit: '学分方案须填多少分算一学分',
      study: '学分方案的考核周期须是在校期间',
      inUse: '“{name}”已经启用，分值、周期和学分换算不能再改',
      noItems: '“{name}”还没有启用的考核项目',
      noCategory: '“{name}”的类别“{category}”没有考核项目，最低要求 {least} 分达不到',
      used: '“{name}”还有{what}，不能删除',
      nothingToClose: '“{name}”没有可以结束的周期：现在是 {period}',
    },
  },
)
/** 考核类别: what the items of a scheme are grouped by. */
export const tsCategory = entity(
  'totalScore.tsCategory',
  '考核类别',
  {
    schemeId: ref('tsScheme', '考核方案', fixed),
    name: text('名称', { ...need, max: 30, search: true }),
    growthCategory: dict('成长类别', growthCategory, { help: '学分方案填写' }),
    requiredMin: decimal('最低要求', { precision: 6, scale: 2, min: 0, max: 9999, help: '毕业前这一类至少多少分' }),
    cap: decimal('最多计', { precision: 6, scale: 2, min: 0, max: 9999, help: '算学分时这一类最多计多少分' }),
    position: integer('顺序', { ...need, min: 0, max: 999, initial: 0 }),
  },
  {
    title: 'name',
    scope: EVERYONE,
    unique: [['schemeId', 'name']],
    cached: true,
    select: 'open',
    selectFields: ['schemeId'],
    sort: ['position', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      growth: '学分方案的类别须选成长类别，操行分方案不选',
      cap: '最多计 {cap} 分低于最低要求 {least} 分',
      used: '“{name}”还有考核项目，不能删除',
    },
  },
)
const input = { id: ref('tsScheme', '考核方案', need) }
const verb = (name: string, label: string) => action(`totalScore.tsScheme.${name}`, label, { input, output: 'none', inScope: true, refusals: tsScheme.options.refusals ?? {} })
export const activateScheme = verb('activate', '启用方案')
export const endScheme = verb('end', '停用方案')
/** 50-TS4: what happened in a period that is closed counts in the open one. */
export const closePeriod = verb('closePeriod', '结束上一周期')
export const schemeActions = [activateScheme, endScheme, closePeriod]
