import { SUBMITTED_STATES } from '#flow/index.ts'
import { date, entity, files, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { asked } from './amounts.ts'
import { growthEntry } from './entry.ts'

export const objectionStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
/** 成长记录异议: what a student says an entry should be; all of it 0 where it should not be there. */
export const growthObjection = entity(
  'growth.growthObjection',
  '成长记录异议',
  {
    entryId: ref('growthEntry', '成长记录', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    title: text('内容', { ...readonly, max: 120, search: true }),
    bizDate: date('日期', { ...readonly, sortable: true }),
    ...asked,
    grounds: text('异议理由', { required: true, min: 4, max: 500, multiline: true }),
    proofs: files('证明材料', { maxFiles: 3, types: ['pdf', 'jpg', 'png'] }),
    /** Who answers for the entry. */
    organiserId: ref('user', '确认人', readonly),
    state: objectionStates.field('状态', { initial: 'pending', sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      reversed: growthEntry.options.refusals?.reversed ?? '',
      late: '“{title}”{day} 记入台账，{due} 前可以提异议，现在已过',
      same: '“{title}”在台账里就是这些时长和积分，请写应该是多少',
      running: '这一条的异议已经提过',
    },
  },
)
