import { choice, date, datetime, entity, integer, money, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { answerActions } from '#modules/workflow/tasks/model/task-answers.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
/** 自愿项目登记: an item that students take or leave, of a school year or term (40-F3). */
export const optionalOffer = entity(
  'fee.optionalOffer',
  '自愿项目登记',
  {
    ...roundFields,
    itemId: ref('chargeItem', '收费项目', { ...need, immutable: true, help: '只能选自愿项目' }),
    dueDate: date('缴费截止', { ...need, sortable: true, help: '选了“需要”的学生在这一天前缴清' }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      year: '请填写校历中已有的学年，现在是“{xn}”',
      obligatory: '{item}不是自愿项目，请在账单生成里出账',
      disabled: '{item}已停用',
      term: '{item}按学期收，请选学期',
      wholeYear: '{item}不按学期收，不用选学期',
      due: '缴费截止 {dueDate} 早于登记结束 {endDate}',
    },
  },
)
export const offerActions = roundActions(optionalOffer)

export const WISHES = { yes: '需要', no: '不需要' } as const
const said = {
  wish: choice('是否需要', WISHES, need),
  amount: money('金额', { help: '页面上显示的标准，只用来比对' }),
} as const
/** 自愿项目选择: what a student said to one offer. Whoever wants it owes it, by a line that this row hands in. */
export const optionalChoice = entity(
  'fee.optionalChoice',
  '自愿项目选择',
  {
    offerId: ref('optionalOffer', '自愿项目登记', { ...need, immutable: true }),
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...said,
    chosenAt: datetime('选择时间', { ...readonly, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['offerId', 'studentId']],
    sort: ['-chosenAt'],
    verbs: ['list', 'export'],
    refusals: {
      noPrice: '{item} {xn} 学年没有适用于你的收费标准，请联系财务处',
      moved: '{item}的标准是 {amount} 元，页面上是 {shown} 元，请看过再选',
      billed: '你已经有 {xn} 学年的{item}，不用再选',
      paid: '{item}已经缴了 {paid} 元，不能改为“不需要”；请申请退费',
    },
  },
)
export const offerTask = taskActions(optionalOffer, optionalChoice, { counts: { yes: integer('需要', need), no: integer('不需要', need), sum: money('应缴', need) } })
export const ownChoices = answerActions(optionalOffer, optionalChoice, {
  label: '选择自愿项目',
  round: 'offerId',
  form: said,
  also: {
    item: text('收费项目', { ...need, max: 60 }),
    xn: text('学年', { max: 9 }),
    xqM: roundFields.xqM,
    dueDate: optionalOffer.fields.dueDate,
    price: money('标准'),
    matched: text('按什么', { max: 300 }),
  },
})
export const choiceActions = [...Object.values(offerActions), ...Object.values(offerTask), ...Object.values(ownChoices)]
