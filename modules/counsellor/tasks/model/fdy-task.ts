import { action, choice, entity, integer, type Row, ref, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

const need = { required: true } as const
export const PROOF_KINDS = { none: '不用凭证', words: '写说明', files: '上传材料' } as const
/** 辅导员任务: what the office or a college asks of counsellors, due at its end. */
export const fdyTask = entity(
  'counsellor.fdyTask',
  '辅导员任务',
  {
    ...roundFields,
    content: text('要做什么', { ...need, max: 2000, multiline: true }),
    proofKind: choice('完成凭证', PROOF_KINDS, { ...need, initial: 'none' }),
    weight: integer('权重', { ...need, initial: 1, min: 1, max: 100, help: '统计完成率时的分量' }),
    done: integer('已完成', { computed: true }),
    lacking: integer('未填报', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    selectFields: ['name'],
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      frozen: '“{name}”已经发布，不能再改{what}',
      noStaff: '受众里没有教职工，请选角色“辅导员”或“班主任”',
    },
  },
)
export type FdyTask = Row<typeof fdyTask>
export const taskRound = roundActions(fdyTask)
export const REMIND_MINUTES = 60
export const remindTask = action('counsellor.fdyTask.remind', '提醒未填报的人', {
  permission: taskRound.publish.permission,
  inScope: true,
  input: { id: ref('fdyTask', '辅导员任务', need) },
  output: { told: integer('已提醒', need) },
  refusals: {
    notOpen: '“{name}”现在不受理，不用提醒',
    nobody: '都填报了，没有要提醒的人',
    soon: '{minutes} 分钟内已经提醒过',
  },
})
