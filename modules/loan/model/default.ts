import { date, dict, entity, integer, money, ref, text } from '#model'
import { bank } from '#modules/money/payout/model/dictionaries.ts'

const secret = { sensitivity: 'S2' } as const
/** 逾期名单: borrowers whom a bank names as behind (40-L9). No scope ties it to anybody below the whole school. */
export const loanDefault = entity(
  'loan.loanDefault',
  '逾期名单',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    bank: dict('经办银行', bank, { required: true, immutable: true }),
    asOf: date('名单日期', { required: true, immutable: true, sortable: true }),
    overdue: money('逾期金额', { required: true, min: 1, ...secret }),
    days: integer('逾期天数', { min: 1, ...secret }),
    note: text('说明', { max: 200, ...secret }),
  },
  {
    title: 'studentId',
    scope: {},
    unique: [['studentId', 'bank', 'asOf']],
    importKey: ['studentId', 'bank', 'asOf'],
    sort: ['-asOf'],
    verbs: ['list', 'add', 'update', 'remove', 'import', 'export'],
  },
)
