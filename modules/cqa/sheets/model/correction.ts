import { decimal, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const total = (label: string) => decimal(label, { ...readonly, precision: 8, scale: 4 })
/** 结果更正: how a result that was final or on notice came to its next version. Never changed; the sheet itself has what holds. */
export const cqaCorrection = entity(
  'cqa.cqaCorrection',
  '结果更正',
  {
    sheetId: ref('cqaSheet', '测评表', fixed),
    schemeId: ref('cqaScheme', '测评方案', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    classId: ref('stuClass', '班级', readonly),
    resultNo: integer('结果版本', fixed),
    fromTotal: total('原总分'),
    toTotal: total('新总分'),
    /** By the first of the scheme's rank scopes. */
    fromRank: integer('原名次', readonly),
    toRank: integer('新名次', readonly),
    changes: text('得分变动', { ...readonly, max: 500, translatable: true }),
    reason: text('原因', { ...fixed, max: 200 }),
    approverId: ref('user', '批准人', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['sheetId', 'resultNo']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
  },
)
