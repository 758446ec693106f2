import { bool, choice, date, dict, entity, files, integer, json, list, money, ref, shape, text } from '#model'
import type { FIGURES } from '#modules/system/model/policy-figure.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { awardGrade } from './dictionaries.ts'

export const CATEGORIES = { scholarship: '奖学金', honour: '荣誉称号', collective: '集体荣誉' } as const
/** Who is honoured: one student, or a group for which its monitor or head applies. */
export const SUBJECTS = { student: '个人', class: '班级', room: '寝室' } as const
export type Subject = keyof typeof SUBJECTS
/** Amounts that the state sets. */
export const AMOUNT_FIGURES = { 'nationalScholarship.amount': '国家奖学金标准', 'inspirationalScholarship.amount': '国家励志奖学金标准' } as const satisfies Partial<
  Record<keyof typeof FIGURES, string>
>
export const WITHIN = { year: '同一学年', ever: '任何时候' } as const
export const EXCLUSION_RULES = { forbid: '不可兼得', keepHigher: '只保留金额高的' } as const

const level = {
  name: text('等级', { required: true, max: 20 }),
  amount: money('金额', { min: 0 }),
  figure: choice('国家标准', AMOUNT_FIGURES),
  share: integer('占名额（%）', { min: 1, max: 100 }),
} as const
const exclusion = {
  itemId: ref('awardItem', '奖项', { required: true }),
  within: choice('范围', WITHIN, { required: true, initial: 'year' }),
  rule: choice('规则', EXCLUSION_RULES, { required: true, initial: 'forbid' }),
} as const

/** 奖项: what is awarded, to whom, in which levels, on which conditions, and with what it cannot be held together. */
export const awardItem = entity(
  'award.awardItem',
  '奖项',
  {
    code: text('编号', { required: true, immutable: true, max: 20, search: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    category: choice('类别', CATEGORIES, { required: true, sortable: true }),
    awardGrade: dict('级别', awardGrade, { required: true }),
    subject: choice('授予', SUBJECTS, { required: true, initial: 'student' }),
    levels: list('等级', shape('等级', level), { required: true, max: 10 }),
    exclusions: list('互斥奖项', shape('互斥', exclusion), { max: 20 }),
    conditions: json<readonly NamedCondition[]>('条件', { readonly: true, untyped: 'conditions are trees' }),
    fundId: ref('fundAccount', '经费'),
    needsRank: bool('学院要排名', { required: true, initial: true }),
    needsStatement: bool('要写申请理由', { required: true, initial: true }),
    statementMin: integer('理由最少字数', { min: 0, max: 1000, initial: 50 }),
    statementMax: integer('理由最多字数', { min: 1, max: 1000, initial: 500 }),
    isReported: bool('要上报', { required: true, initial: false, help: '公示后先上报，批准后再授予' }),
    donor: text('捐赠方', { max: 60, search: true }),
    agreement: files('捐赠协议', { maxFiles: 3, types: ['pdf', 'jpg', 'png'] }),
    donorFrom: date('捐赠开始'),
    donorUntil: date('捐赠结束'),
    isEnabled: bool('启用', { required: true, initial: true }),
    awardedCount: integer('获奖', { computed: true }),
    awardedSum: money('金额合计', { computed: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'what a school awards, without data of students' },
    select: 'open',
    selectFields: ['name', 'category', 'subject'],
    sort: ['code'],
    unique: [['code'], ['name']],
    cached: true,
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      noLevel: '“{name}”至少要有一个等级',
      levelTwice: '等级“{level}”写了两次',
      noAmount: '“{name}”的{level}没有金额，也没有选国家标准',
      shares: '“{name}”各等级占名额的比例合计 {sum}%，应为 100%',
      ownExclusion: '“{name}”不能与自己互斥',
      words: '申请理由最少 {min} 字，多于最多 {max} 字',
      donorDates: '捐赠结束 {until} 早于开始 {from}',
      collective: '集体荣誉授予班级或寝室，个人奖项授予个人',
      used: '“{name}”已有 {count} 条获奖记录或申报，不能删除，可以停用',
    },
  },
)
