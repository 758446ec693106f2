import { bool, choice, entity, integer, json, text } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'
import type { CheckItem, GradeLimits } from './items.ts'

export const CHECK_KINDS = { health: '卫生', safety: '安全', fire: '消防', mixed: '综合' } as const
export const SCOPE_KINDS = { buildings: '整栋检查', sample: '随机抽查' } as const
/** Cycle of automatic checks. */
export const CHECK_CYCLES = { weekly: '每周', monthly: '每月', quarterly: '每季度', none: '不定期' } as const

/** 检查方案: items, deductions and grades of a check. */
export const checkScheme = entity(
  'dormitory.checkScheme',
  '检查方案',
  {
    name: text('名称', { required: true, max: 50, search: true, sortable: true }),
    kind: choice('类别', CHECK_KINDS, { required: true, initial: 'health' }),
    items: json<readonly CheckItem[], { required: true }>('检查项目', { required: true }),
    grades: json<GradeLimits>('等级', { help: '不填时 90 分优秀、80 分良好、70 分中等、60 分合格' }),
    cycle: choice('检查周期', CHECK_CYCLES, { required: true, initial: 'weekly' }),
    isEnabled: bool('启用', { required: true, initial: true }),
    isAutomatic: bool('按周期派任务', { required: true, initial: false, help: '学期内每个周期的第一天早上派出一次任务，到周期最后一天 22:00 截止' }),
    checkers: json<Audience>('检查人'),
    scopeKind: choice('检查范围', SCOPE_KINDS, { required: true, initial: 'buildings' }),
    samplePercent: integer('抽查比例', { min: 1, max: 100, initial: 10, help: '只用于随机抽查，按房间数计' }),
    blind: bool('盲评', { required: true, initial: false, help: '检查人看不到房间里住的是谁' }),
    itemCount: integer('项目数', { computed: true }),
  },
  {
    title: 'name',
    unique: [['name']],
    scope: { everyone: 'a setting of the school: what inspections look at' },
    select: 'scoped',
    cached: true,
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      itemForm: '第 {n} 个项目的“{what}”不对',
      sum: '各项满分合计 {sum} 分，应为 100 分',
      stepOver: '“{item}”的扣分“{step}”扣 {points} 分，超过满分 {full} 分',
      twice: '“{item}”出现了两次',
      noPublic: '至少要有一个公共项目',
      gradeOrder: '等级分数应从高到低：优秀 {excellent}、良好 {good}、中等 {fair}、合格 {pass}',
      noCycle: '“{name}”没有周期，不能按周期派任务',
      noCheckers: '按周期派任务要写明检查人',
      noSample: '随机抽查要填抽查比例',
      schoolOnly: '按周期派出的任务面向全校，需要在全校范围发布检查任务的权限',
      inUse: '“{task}”正在用这个方案检查，项目和等级不能改；可以新增一个方案',
    },
  },
)
