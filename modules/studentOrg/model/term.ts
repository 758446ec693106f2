import { date, entity, files, integer, type Row, ref, states } from '#model'

export const termStates = states({
  planned: { label: '未开始', tone: 'waiting' },
  running: { label: '进行中', tone: 'going' },
  ended: { label: '已结束', tone: 'over' },
})
const need = { required: true } as const
/** 届次 of an organisation; two never overlap. */
export const orgTerm = entity(
  'studentOrg.orgTerm',
  '届次',
  {
    orgId: ref('studentOrg', '学生组织', { ...need, immutable: true, search: true }),
    no: integer('第几届', { ...need, min: 1, max: 999, sortable: true }),
    from: date('开始日期', { ...need, sortable: true }),
    to: date('结束日期', { ...need, sortable: true }),
    congressOn: date('代表大会日期'),
    minutes: files('会议纪要', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    state: termStates.field('状态', { initial: 'planned', readonly: true }),
  },
  {
    title: 'no',
    scope: { class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' },
    unique: [['orgId', 'no']],
    importKey: ['orgId', 'no'],
    sort: ['orgId', '-no'],
    verbs: ['list', 'add', 'update', 'export'],
    refusals: {
      reversed: '结束日期 {to} 早于开始日期 {from}',
      overlap: '第 {no} 届是 {from} 至 {to}，两届的时间不能重叠',
      shorter: '这一届有任职到 {last}，结束日期不能早于它',
    },
  },
)
export type OrgTerm = Row<typeof orgTerm>
