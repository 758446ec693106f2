import { choice, date, dict, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { violationCategory } from '../../cases/model/dictionaries.ts'
import { LEVELS } from '../../cases/model/levels.ts'

const { none: _, ...GIVEN } = LEVELS
const required = { required: true } as const
const S2 = { sensitivity: 'S2' } as const
/** 历史处分: a punishment decided before the school kept its cases here, as its papers say. */
export const pastPunishment = entity(
  'discipline.pastPunishment',
  '历史处分',
  {
    documentNo: text('处分文号', { ...required, max: 60, search: true, sortable: true }),
    studentId: ref('student', '学生', { ...required, search: true }),
    title: text('案由', { ...required, max: 100 }),
    category: dict('违纪类别', violationCategory, required),
    occurredOn: date('发生日期', required),
    ruleId: ref('violationRule', '违反条款'),
    level: choice('处分', GIVEN, { ...required, sensitivity: 'S1' }),
    levelReason: text('超出条款幅度的理由', { max: 300, ...S2 }),
    facts: text('认定事实', { max: 2000, multiline: true, ...S2 }),
    decidedOn: date('决定日期', { ...required, sortable: true }),
    servedOn: date('决定书送达', required),
    periodMonths: integer('处分期（月）', { min: 1, max: 24, help: '不填按学校规定' }),
    liftedOn: date('解除日期', { help: '没有解除的不填' }),
    liftDocumentNo: text('解除文号', { max: 60 }),
    /** What it is carried on as. */
    punishmentId: ref('punishment', '处分记录', { readonly: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'documentNo',
    unique: [['documentNo']],
    importKey: ['documentNo'],
    scope: BY_STUDENT,
    sort: ['-decidedOn'],
    verbs: ['list', 'import', 'export'],
    refusals: {
      imported: '{no} 已经导入，不能再改；后来的变化在“处分办理”里登记',
      taken: '{no} 是系统里已有的处分文号',
      notEnrolled: '{name}在 {on} 不在籍，不能作为当事人',
      range: '{level}超出条款的幅度（{min}至{max}），请写明理由',
      decidedEarly: '决定日期 {on} 早于发生日期 {occurred}',
      servedEarly: '送达日期 {on} 早于决定日期 {decided}',
      liftedEarly: '解除日期 {on} 早于送达日期 {served}',
      noLift: '开除学籍没有处分期，不能解除',
      future: '日期 {on} 还没有到',
    },
  },
)
