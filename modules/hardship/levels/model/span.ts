import { choice, date, dict, entity, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { aidLevel } from './dictionaries.ts'

export const LEVEL_CAUSES = { recognised: '年度认定', adjusted: '动态调整', corrected: '更正' } as const
export const END_CAUSES = { adjusted: '动态调整', recognised: '重新认定', exited: '退出', falseStatement: '不实申报', left: '离校' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, ...readonly } as const

/** 困难等级: the level of a student from one day to another, both included. Spans of a student never overlap; one whose last day lies before its first has never held. */
export const aidLevelSpan = entity(
  'hardship.aidLevelSpan',
  '困难等级',
  {
    studentId: ref('student', '学生', fixed),
    level: dict('等级', aidLevel, fixed),
    from: date('从', { ...fixed, sortable: true }),
    to: date('至', { ...fixed, sortable: true }),
    cause: choice('缘由', LEVEL_CAUSES, fixed),
    reason: text('说明', { ...readonly, max: 200, translatable: true }),
    endCause: choice('提前结束', END_CAUSES, readonly),
    endReason: text('结束说明', { ...readonly, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    className: text('班级', { computed: true, max: 60 }),
  },
  {
    title: 'level',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-from'],
    verbs: ['list', 'export'],
    refusals: {
      changedMeanwhile: '{name}的等级已由{by}在 {at} 改为{level}',
      sameLevel: '{name}现在就是{level}',
      lower: '{name}现在是{level}，降低或退出须先告知本人，请用“降低或退出”',
      notAtSchool: '{name}现在{status}，不能认定',
    },
  },
)
