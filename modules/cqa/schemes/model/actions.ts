import { action, choice, date, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { cqaIndex, INDEX_KINDS } from './index-row.ts'
import { cqaScheme } from './scheme.ts'

const required = { required: true } as const
const word = (label: string, max = 60) => text(label, { required: true, max })
const schemeId = ref('cqaScheme', '测评方案', required)
const LIST = 'cqa:cqaIndex:list'

/** The tree of a scheme in its order, with what would keep it from being published. */
export const schemeTree = action('cqa.cqaScheme.tree', '指标树', {
  method: 'GET',
  permission: LIST,
  input: { id: schemeId },
  output: {
    name: word('名称', 100),
    isFrozen: cqaIndex.fields.needsProof,
    nodes: list(
      '指标',
      shape('指标', {
        id: word('编号', 36),
        parentId: text('上级', { max: 36 }),
        depth: integer('层', required),
        code: word('代码', 20),
        name: word('名称'),
        kind: choice('得分来源', INDEX_KINDS, required),
        combine: cqaIndex.fields.combine,
        weight: cqaIndex.fields.weight,
        maxScore: cqaIndex.fields.maxScore,
        formula: cqaIndex.fields.formula,
        ruleCount: integer('计分规则', required),
        /** Of a group by weight: what its children weigh. */
        childWeight: decimal('下级权重', { precision: 8, scale: 2 }),
      }),
      required,
    ),
    problems: list('发布前要改', text('问题', { required: true, max: 500 }), required),
  },
})
/** 50-CQ13: of a published scheme only the windows change, and only to a later end. */
export const extendStages = action('cqa.cqaScheme.extendStages', '延长阶段', {
  permission: 'cqa:cqaScheme:publish',
  inScope: true,
  input: {
    id: schemeId,
    selfUntil: datetime('自评到', required),
    groupUntil: datetime('小组评分到', required),
    fdyUntil: datetime('辅导员审核到', required),
    endTime: datetime('学院确认到', required),
    reason: text('原因', { required: true, min: 2, max: 200, multiline: true }),
  },
  output: 'none',
  refusals: { ...cqaScheme.options.refusals, earlier: '“{what}”只能延长，原来是 {was}', unchanged: '各阶段的时间都没有改' },
})
/** 50-CQ2: who is in no scheme whose evidence overlaps that of this one, by class. */
export const uncoveredStudents = action('cqa.cqaScheme.uncovered', '未覆盖的学生', {
  method: 'GET',
  permission: 'cqa:cqaScheme:publish',
  input: { id: schemeId },
  output: {
    count: integer('学生', required),
    from: date('佐证从', required),
    to: date('佐证到', required),
    classes: list('班级', shape('班级', { id: text('编号', { max: 36 }), name: word('班级'), count: integer('学生', required) }), required),
  },
})
export const schemeReads = [schemeTree, extendStages, uncoveredStudents]
