import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, entity, files, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const need = { required: true } as const
export const extensionStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
export const STUDIES = { undergraduate: '专升本或第二学士学位', master: '硕士研究生', doctor: '博士研究生' } as const
/** Fields of the borrower. */
export const asked = {
  school: text('录取学校', { ...need, max: 100 }),
  study: choice('攻读', STUDIES, need),
  from: date('入学', need),
  until: date('预计毕业', need),
  proofs: files('录取通知书', { ...need, maxFiles: 3, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
} as const
/** 继续深造: a borrower who studies on asks that nothing is paid back meanwhile (40-L8). */
export const loanExtension = entity(
  'loan.loanExtension',
  '深造展期',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    ...asked,
    state: extensionStates.field('状态', { initial: 'pending', sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'school',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      nothing: '没有在贷的助学贷款，不用申请展期',
      started: '{day} 毕业后已开始计息，不能再申请展期，请联系贷款银行',
      order: '预计毕业 {until} 不晚于入学 {from}',
      open: '已有一份展期申请在审批',
    },
  },
)
