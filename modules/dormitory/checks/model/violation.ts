import { choice, date, datetime, dict, dictionary, entity, files, ref, states, text } from '#model'

export const violationType = dictionary('dormViolationType', '宿舍违纪类型', {
  appliance: '违规电器',
  openFire: '使用明火',
  smoking: '室内吸烟',
  wiring: '私拉电线',
  lodging: '留宿他人',
  pet: '饲养宠物',
  late: '晚归',
  nightOut: '夜不归宿',
  privateMove: '私自调换床位',
  damage: '损坏公物',
  other: '其他',
})
export const violationLevels = states({ minor: { label: '轻微', tone: 'over' }, ordinary: { label: '一般', tone: 'attention' }, serious: { label: '严重', tone: 'refused' } })
export const VIOLATION_LEVELS = violationLevels.labels
export type ViolationLevel = keyof typeof VIOLATION_LEVELS
export const violationStates = states(
  {
    recorded: { label: '已登记', tone: 'attention' },
    heard: { label: '已陈述', tone: 'going' },
    confirmed: { label: '已认定', tone: 'refused' },
    dismissed: { label: '不成立', tone: 'over' },
    referred: { label: '已移交', tone: 'refused' },
  },
  {
    ask: ['recorded'],
    state: ['recorded'],
    waive: ['recorded'],
    confirm: ['heard'],
    dismiss: ['recorded', 'heard'],
    refer: ['confirmed'],
    update: ['recorded', 'heard'],
    remove: ['recorded'],
  },
)
export type ViolationState = keyof typeof violationStates.labels
/** Source of a draft; unique with `sourceId` and `sourceSeq`, so that a finding is drafted once. */
export const VIOLATION_SOURCES = { manual: '人工登记', checkRecord: '检查', dormPatrol: '巡查', nightLine: '晚点名' } as const
export const HEARINGS = { stated: '本人陈述', waived: '放弃陈述', expired: '逾期未陈述' } as const
const readonly = { readonly: true } as const

/** 宿舍违纪: of a student, or of a room where nobody is identified. There are no fines. */
export const dormViolation = entity(
  'dormitory.dormViolation',
  '宿舍违纪',
  {
    violationNo: text('编号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { immutable: true, help: '不填时按房间登记' }),
    roomId: ref('dormRoom', '房间', { immutable: true }),
    /** Of the room, or of the student's bed at that time. */
    dormId: ref('dormBuilding', '楼栋', readonly),
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    type: dict('类型', violationType, { required: true }),
    level: choice('程度', VIOLATION_LEVELS, { required: true, initial: 'ordinary' }),
    at: datetime('时间', { required: true, sortable: true }),
    place: text('地点', { max: 100, help: '不填为房间' }),
    details: text('情况', { required: true, max: 500, multiline: true }),
    evidence: files('证据', { maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    state: violationStates.field('状态', { initial: 'recorded', sortable: true }),
    sourceType: choice('来源', VIOLATION_SOURCES, { required: true, ...readonly, initial: 'manual' }),
    sourceId: text('来源编号', { ...readonly, max: 36, format: 'uuid' }),
    sourceSeq: text('来源项', { ...readonly, max: 80 }),
    askedAt: datetime('请学生陈述', readonly),
    statementDue: datetime('陈述截止', { ...readonly, sortable: true }),
    statement: text('陈述', { ...readonly, max: 1000, multiline: true }),
    statedBy: ref('student', '陈述人', readonly),
    heardAs: choice('陈述情况', HEARINGS, readonly),
    heardAt: datetime('陈述时间', readonly),
    decidedAt: datetime('处理时间', { ...readonly, sortable: true }),
    decidedBy: ref('user', '处理人', readonly),
    decision: text('处理意见', { ...readonly, max: 500 }),
    seizedItem: text('暂扣物品', { ...readonly, max: 100 }),
    seizedReceiptNo: text('收据号', { ...readonly, max: 30 }),
    seizedAt: datetime('暂扣时间', readonly),
    returnOn: date('应归还日期', { ...readonly, sortable: true }),
    returnedAt: datetime('归还时间', readonly),
    disciplineCaseId: text('违纪案件', { ...readonly, max: 36, format: 'uuid' }),
  },
  {
    title: 'violationNo',
    unique: [['violationNo'], ['sourceType', 'sourceId', 'sourceSeq']],
    scope: { student: 'studentId', class: 'classId', department: 'departmentId', building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-at'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      nobody: '请填写学生或房间',
      futureAt: '时间 {at} 还没有到',
      noPlace: '{name}在 {at} 没有住在宿舍，请填写房间',
      askedFixed: '{violationNo} 已请学生陈述，不能删除，可以认定不成立',
    },
  },
)
