import { date, decimal, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const required = { required: true } as const
/** 导入的加减分: points that another system or a list on paper knows of. A line is known by its number and counts once, however often it comes. */
export const pointImport = entity(
  'totalScore.pointImport',
  '导入的加减分',
  {
    refNo: text('流水号', { ...required, max: 60, format: 'code', search: true, help: '每行一个，不重复；同一流水号再导入不会重复计分' }),
    studentId: ref('student', '学生', { ...required, search: true }),
    itemId: ref('tsItem', '考核项目', { ...required, help: '来源是“导入”的项目' }),
    occurredOn: date('日期', { ...required, sortable: true }),
    points: decimal('分值', { ...required, precision: 6, scale: 2, min: 0, max: 9999, help: '扣分的也填正数' }),
    quantity: decimal('次数或小时', { precision: 6, scale: 2, min: 0.01, max: 9999 }),
    reason: text('原因', { max: 200, help: '扣分的必填' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'refNo',
    unique: [['refNo']],
    importKey: ['refNo'],
    scope: BY_STUDENT,
    sort: ['-occurredOn'],
    verbs: ['list', 'import', 'export'],
    countsUpTo: 10_000,
    refusals: {
      imported: '流水号 {no} 已经导入，不能再改；记错的在积分台账冲销',
      notImported: '“{item}”不是正在使用的、来源为导入的考核项目',
      range: '“{item}”每项 {min} 到 {max} 分，填的是 {points}',
      quantity: '“{item}”按次数或小时计分，请填次数或小时',
      noReason: '“{item}”是扣分，请写明原因',
      future: '日期 {day} 还没有到',
      early: '{name} {enrolled} 才入学，日期 {day} 早于入学',
      notInScheme: '{name}不属于“{scheme}”的考核范围',
      noTerm: '校历里没有学期，“{scheme}”不知道这些分记在哪个周期',
    },
  },
)
