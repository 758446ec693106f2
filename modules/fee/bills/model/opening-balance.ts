import { date, entity, money, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

/** Source of lines that a former system left open. */
export const OPENING = 'opening'
const fixed = { required: true, immutable: true } as const
/** 期初欠费: what a student still owed in the system the school used before; each is a line of the bill. */
export const openingBalance = entity(
  'fee.openingBalance',
  '期初欠费',
  {
    studentId: ref('student', '学生', fixed),
    itemId: ref('chargeItem', '收费项目', fixed),
    xn: text('学年', { ...fixed, min: 9, max: 9, sortable: true }),
    amount: money('欠费', { ...fixed, min: 1, sortable: true }),
    dueDate: date('缴费截止', { ...fixed, sortable: true }),
    note: text('说明', { immutable: true, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'xn',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['studentId', 'itemId', 'xn']],
    importKey: ['studentId', 'itemId', 'xn'],
    sort: ['-xn', 'studentId'],
    verbs: ['list', 'add', 'remove', 'import', 'export'],
    refusals: {
      year: '学年应写成 2026-2027 的样子，现在是“{xn}”',
      billed: '{name}的{item} {xn} 学年已经出账，不能再按期初欠费登记',
      paid: '这笔欠费已经缴了 {paid} 元，不能删除；多出的部分请按退费办理',
    },
  },
)
