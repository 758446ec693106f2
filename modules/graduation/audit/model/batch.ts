import { bool, choice, date, datetime, entity, integer, json, states } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

export const batchStages = states({
  auditing: { label: '审核中', tone: 'going' },
  publicised: { label: '公示中', tone: 'going' },
  closing: { label: '正在办结', tone: 'going' },
  closed: { label: '已办结', tone: 'over' },
})
/** An item as a batch asks for it. */
export interface AskedItem {
  code: string
  name: string
  isBlocking: boolean
}
const readonly = { readonly: true } as const

/** 毕业批次: graduation of one year; its window is the audit. */
export const graduationBatch = entity(
  'graduation.graduationBatch',
  '毕业批次',
  {
    ...roundFields,
    ...noticeFields,
    certDate: date('证书日期', { required: true, sortable: true }),
    includesLate: bool('包括延期和留级的学生', { required: true, initial: true, help: '受众所在专业里，预计毕业不晚于证书日期的在籍学生' }),
    items: json<readonly AskedItem[]>('审核事项', { ...readonly, secret: 'internal' }),
    stage: choice('阶段', batchStages.labels, { ...readonly, required: true, initial: 'auditing' }),
    closedAt: datetime('办结时间', readonly),
    leavingAt: datetime('离校手续开放', readonly),
    candidates: integer('毕业生', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'open',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { ...roundRefusals, nobody: '“{name}”的受众里没有在籍学生，请检查受众', noItems: '没有启用的审核事项，请先在“毕业事项”里启用' },
  },
)
export const batchActions = roundActions(graduationBatch)
