import { decimal, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, immutable: true } as const
/** 项目得分: what an index of kind `imported` of a scheme gives a student, from a list of whoever knows it, such as the tests of the sports department. */
export const cqaItemScore = entity(
  'cqa.cqaItemScore',
  '项目得分',
  {
    schemeId: ref('cqaScheme', '测评方案', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    indexCode: text('指标代码', { ...fixed, max: 20, search: true, help: '得分来源是“导入”的指标，如 P1' }),
    score: decimal('得分', { required: true, precision: 8, scale: 2, min: -9999, max: 9999, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'indexCode',
    scope: BY_STUDENT,
    unique: [['schemeId', 'studentId', 'indexCode']],
    importKey: ['schemeId', 'studentId', 'indexCode'],
    sort: ['-createdAt'],
    countsUpTo: 10_000,
    refusals: {
      locked: '“{scheme}”已经公示，得分不能再改',
      index: '“{scheme}”里没有代码是“{code}”、得分来源是“导入”的指标',
      range: '“{index}”的得分须在 {min} 到 {max} 之间，填的是 {score}',
      noSheet: '这个学生不在“{scheme}”里',
    },
  },
)
