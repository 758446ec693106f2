import { bool, choice, date, datetime, dict, dictionary, entity, files, integer, json, money, ref, text } from '#model'
import { genderCode } from '#model/national.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import type { Debt, Piece } from './checklist.ts'
import { CHECK_IN_WAYS, STAY_KINDS, STAY_SOURCES, stayStates } from './states.ts'

export const checkOutReason = dictionary('dormCheckOutReason', '退宿原因', {
  graduate: '毕业离校',
  suspend: '休学',
  withdraw: '退学或转出',
  offCampus: '校外住宿',
  change: '调宿',
  cancelled: '其他',
})
export const FEE_STATES = { paid: '已缴', deferred: '缓缴', greenChannel: '绿色通道', owing: '未缴' } as const
const readonly = { readonly: true } as const

/** 住宿登记: one student in one bed. Places follow the bed; class and department follow the student while the stay is open. */
export const dormStay = entity(
  'dormitory.dormStay',
  '住宿登记',
  {
    stayNo: text('登记号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    /** Copies, so that desk staff without permission to list students can find them. */
    studentNo: text('学号', { ...readonly, max: 20, search: true, sortable: true }),
    name: text('姓名', { ...readonly, max: 60, search: true, sortable: true }),
    genderCode: dict('性别', genderCode, readonly),
    departmentId: ref('department', '学院', readonly),
    grade: integer('年级', readonly),
    classId: ref('stuClass', '班级', readonly),
    bedId: ref('dormBed', '床位', { required: true }),
    /** Copied from the bed by a trigger. */
    roomId: ref('dormRoom', '房间', readonly),
    floorId: ref('dormFloor', '楼层', readonly),
    dormId: ref('dormBuilding', '楼栋', readonly),
    campusId: ref('campus', '校区', readonly),
    kind: choice('类别', STAY_KINDS, { required: true, initial: 'main' }),
    source: choice('来源', STAY_SOURCES, { required: true, ...readonly, initial: 'manual' }),
    state: stayStates.field('状态', { initial: 'reserved', sortable: true }),
    /** Held, reserved or checked in; the key by which an import matches rows. */
    isOpen: bool('占用床位', { required: true, ...readonly, initial: true }),
    /** The plan, round or holiday plan that created it. */
    batchId: text('批次', { ...readonly, max: 36, format: 'uuid' }),
    plannedIn: date('计划入住', { required: true, sortable: true }),
    plannedOut: date('计划退宿', { sortable: true }),
    holdUntil: datetime('占位到', readonly),
    checkInAt: datetime('入住时间', { sortable: true }),
    checkInBy: ref('user', '入住办理人', readonly),
    checkInWay: choice('入住方式', CHECK_IN_WAYS, readonly),
    earlyReason: text('提前入住原因', { ...readonly, max: 200 }),
    inventoryJson: json<readonly Piece[]>('家具清单', { ...readonly, secret: 'internal' }),
    /** When the student confirmed the inventory or reported damage. */
    inventoryAt: datetime('家具确认时间', readonly),
    damageNote: text('入住前损坏', { ...readonly, max: 500, multiline: true }),
    damagePhotos: files('损坏照片', { ...readonly, maxFiles: 6, types: ['jpg', 'jpeg', 'png'] }),
    keyNo: text('钥匙号', { max: 20 }),
    checkOutAt: datetime('退宿时间', { ...readonly, sortable: true }),
    checkOutBy: ref('user', '退宿办理人', readonly),
    checkOutReason: dict('退宿原因', checkOutReason, readonly),
    checkOutNote: text('退宿说明', { ...readonly, max: 200, translatable: true }),
    /** Open items at check-out, as of then. */
    debts: json<readonly Debt[]>('遗留事项', { ...readonly, secret: 'internal' }),
    debtCount: integer('遗留', { ...readonly, initial: 0 }),
    cancelReason: text('取消原因', { ...readonly, max: 200, translatable: true }),
    feePerYear: money('住宿费（每年）', readonly),
    feeState: choice('缴费', FEE_STATES, { computed: true }),
    isOverstaying: bool('逾期未退', { computed: true }),
  },
  {
    title: 'stayNo',
    unique: [['stayNo']],
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-plannedIn'],
    importKey: ['studentId', 'kind', 'isOpen'],
    verbs: ['list', 'export', 'import'],
    refusals: {
      studentUnknown: '没有学号为 {studentNo} 的学生',
      studentGone: '{name}已{status}，不能安排床位',
      bedUnknown: '没有这张床位，或不在你的数据范围内',
      bedOff: '{bed} 已停用，不能安排',
      bedLocked: '{bed} 已由{by}于 {at} 锁定：{reason}',
      roomOff: '{bed} 所在房间{why}，不能安排',
      noGender: '{bed} 所在房间没有设置住宿性别，不能安排',
      gender: '{name}是{student}生，{bed} 安排{room}生',
      order: '计划退宿 {plannedOut} 不晚于计划入住 {plannedIn}',
      past: '计划退宿 {plannedOut} 已经过去',
      taken: '{bed} 在 {from} 起已安排给{holder}',
      takenInFile: '{bed} 与第 {first} 行安排了同一张床位',
      twice: '{name}在 {from} 起已有床位 {bed}',
      overstaying: '{bed} 的{holder}应于 {plannedOut} 退宿，还没有退',
      hasLived: '{name}已入住 {bed}，换床位请办理调宿',
      futureCheckIn: '入住时间 {checkInAt} 还没有到',
      beforePlan: '入住日期 {on} 早于计划入住 {plannedIn}',
    },
  },
)
