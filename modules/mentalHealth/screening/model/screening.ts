import { bool, entity, list, type Row, ref, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

const need = { required: true } as const
/** 心理普查: some scales, put to an audience that may refuse. */
export const mhScreening = entity(
  'mentalHealth.mhScreening',
  '心理普查',
  {
    ...roundFields,
    scaleIds: list('量表', ref('mhScale', '量表', need), { ...need, min: 1, max: 5, help: '只能选有题目、已启用的；外部施测的不限' }),
    isOutside: bool('外部施测', { ...need, initial: false, help: '别的机构施测，结果从表格导入；不在这里发布，学生不用作答' }),
    consentText: text('知情同意书', { ...need, max: 2000, multiline: true, help: '说明做什么、谁能看到、可以不参加' }),
  },
  {
    title: 'name',
    scope: { everyone: 'calls to the whole school, without data of students' },
    select: 'open',
    selectFields: ['name'],
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      ...roundRefusals,
      notOnline: '“{scale}”没有题目或已停用，不能在线作答',
      outside: '“{name}”由外部施测，不用发布，请在“导入结果”里导入',
      frozen: '“{name}”已经发布，不能再改{what}',
    },
  },
)
export const screeningRound = roundActions(mhScreening)
export type MhScreening = Row<typeof mhScreening>
