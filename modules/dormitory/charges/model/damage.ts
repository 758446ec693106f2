import { choice, date, datetime, entity, files, integer, money, ref, states, text } from '#model'

export const damageStates = states(
  {
    told: { label: '异议期', tone: 'waiting' },
    objected: { label: '有异议', tone: 'attention' },
    charged: { label: '应赔偿', tone: 'refused' },
    waived: { label: '不用赔偿', tone: 'over' },
  },
  { object: ['told'], decide: ['told', 'objected', 'charged'] },
)
export type DamageState = keyof typeof damageStates.labels
export const DAMAGE_SOURCES = { check: '检查', checkOut: '退宿', manual: '人工登记' } as const
export type DamageSource = keyof typeof DAMAGE_SOURCES
const readonly = { readonly: true } as const

/** 损坏赔偿: one student's share of a damage, with photos. Rows of one damage share its number. Cost only, never a fine. */
export const dormDamage = entity(
  'dormitory.dormDamage',
  '损坏赔偿',
  {
    damageNo: text('编号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { required: true, ...readonly }),
    roomId: ref('dormRoom', '房间', { required: true, ...readonly }),
    dormId: ref('dormBuilding', '楼栋', readonly),
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    item: text('损坏物品', { required: true, ...readonly, max: 100, search: true }),
    explanation: text('情况和计价', { required: true, ...readonly, max: 500, multiline: true }),
    at: datetime('发现时间', { required: true, ...readonly, sortable: true }),
    photos: files('照片', { ...readonly, maxFiles: 9, types: ['jpg', 'jpeg', 'png'] }),
    total: money('总价', { required: true, ...readonly }),
    sharers: integer('分摊人数', { required: true, ...readonly }),
    /** This student's share. */
    amount: money('赔偿', { required: true, ...readonly, sortable: true }),
    state: damageStates.field('状态', { initial: 'told' }),
    objectUntil: datetime('异议截止', { required: true, ...readonly, sortable: true }),
    objection: text('异议理由', { ...readonly, max: 500, multiline: true }),
    objectedAt: datetime('提出异议', readonly),
    decision: text('处理意见', { ...readonly, max: 500, multiline: true }),
    decidedBy: ref('user', '处理人', readonly),
    decidedAt: datetime('处理时间', readonly),
    dueOn: date('缴费截止', { ...readonly, sortable: true }),
    billLineId: text('应缴明细', { ...readonly, max: 36, format: 'uuid' }),
    paid: money('已缴', { required: true, ...readonly, initial: 0 }),
    sourceType: choice('来源', DAMAGE_SOURCES, { required: true, ...readonly, initial: 'manual' }),
    sourceId: text('来源编号', { ...readonly, max: 36, format: 'uuid' }),
  },
  {
    title: 'damageNo',
    unique: [['damageNo', 'studentId']],
    scope: { student: 'studentId', class: 'classId', department: 'departmentId', building: 'dormId.buildingId' },
    sort: ['-at'],
    verbs: ['list', 'export'],
  },
)
