import { bool, choice, date, datetime, dict, dictionary, entity, files, integer, json, money, ref, text, type Wording } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { CHANGE_TYPES, changeStates } from './states.ts'

export const changeReason = dictionary('dormChangeReason', '调宿原因', {
  health: '身体原因',
  roommates: '室友矛盾',
  study: '学习原因',
  classMove: '转班或转专业',
  repair: '房间维修',
  other: '其他',
})
const PROOF = { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf'] } as const
const readonly = { readonly: true } as const
/** Form fields of the applicant, without the bed or person. */
export const said = {
  reason: dict('原因', changeReason, { required: true }),
  detail: text('说明', { required: true, max: 500, multiline: true }),
  proofs: files('证明', PROOF),
  effectiveDate: date('生效日期', { required: true, sortable: true }),
} as const

/** 调宿: moves one student to another bed: a free one, a swap, or by list. */
export const dormChange = entity(
  'dormitory.dormChange',
  '调宿',
  {
    changeNo: text('单号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    type: choice('类型', CHANGE_TYPES, { required: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values at the time of application; data scope follows the student. */
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    fromStayId: ref('dormStay', '原住宿', { required: true, ...readonly }),
    fromBedId: ref('dormBed', '原床位', { required: true, ...readonly }),
    toBedId: ref('dormBed', '新床位', { required: true }),
    /** Building of the new bed; its managers decide and carry out. */
    toDormId: ref('dormBuilding', '调入楼栋', readonly),
    /** The stay on the new bed: held until the decision, then reserved, then checked in. */
    toStayId: ref('dormStay', '新住宿', readonly),
    peerId: ref('student', '换宿对方', readonly),
    peerStayId: ref('dormStay', '对方住宿', readonly),
    /** 20-DM2 */
    peerUntil: datetime('对方确认截止', readonly),
    peerConfirmedAt: datetime('对方确认时间', readonly),
    ...said,
    /** Medical proofs are stored here instead. */
    privateProofs: files('敏感证明', { ...PROOF, sensitivity: 'S2' }),
    /** Difference for the rest of the year in fen; empty if a price is unknown. */
    feeDiff: money('住宿费差额', readonly),
    /** 20-DM5 */
    leavesClassRoom: bool('离开本班宿舍', { required: true, ...readonly, initial: false }),
    /** 20-DM4: reason for overriding the term's rules. */
    overrideReason: text('例外原因', { ...readonly, max: 200 }),
    /** Roommate conflicts: the counsellor's record of the talk. */
    talkNote: text('谈话记录', { max: 500, multiline: true }),
    state: changeStates.field('状态', { sortable: true }),
    /** End of the hold. */
    holdUntil: datetime('占位到', readonly),
    holdToldAt: datetime('占位提醒时间', readonly),
    approvedAt: datetime('批准时间', readonly),
    /** Why it could not be carried out on its date. */
    problem: text('未能执行的原因', { ...readonly, max: 300 }),
    executedAt: datetime('执行时间', { ...readonly, sortable: true }),
    executedBy: ref('user', '执行人', readonly),
    /** Why it ended without being carried out. */
    endNote: text('结束原因', { ...readonly, max: 200 }),
    /** Translatable form of the two texts above, where the system wrote them. */
    wording: json<Record<string, Wording>>('措辞', { secret: 'internal' }),
    massMoveId: ref('massMove', '批量调宿', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    waitsFor: text('等待', { computed: true, max: 200 }),
    waitDays: integer('等待天数', { computed: true }),
  },
  {
    title: 'changeNo',
    unique: [['changeNo']],
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'toDormId.buildingId' },
    sort: ['-effectiveDate'],
    verbs: ['list', 'export'],
    refusals: {
      studentUnknown: '没有学号为 {studentNo} 的学生',
      noAccount: '{name}还没有账号，不能提交申请',
      studentState: '{name}现在{status}，不能调宿',
      noStay: '{name}现在没有常住的床位，不能调宿',
      bedNeeded: '请选择要调到的床位',
      peerNeeded: '请填写对方的学号和姓名',
      bedUnknown: '没有这张床位',
      sameBed: '{name}现在就住在 {bed}',
      past: '生效日期 {date} 已经过去',
      tooFar: '生效日期最远可以选 {until}，{date} 太晚',
      running: '{name}已有办理中的{type} {changeNo}（{state}），办完才能再申请',
      perTerm: '一学期最多调宿 {most} 次，{name}本学期已有 {used} 次（{changeNo}）',
      termEnd: '学期最后 {days} 天不办理调宿，{date} 在 {from} 之后；本学期 {until} 结束',
      peerUnknown: '没有学号为 {studentNo}、姓名为 {peer} 的在住学生',
      peerSelf: '对方不能是自己',
      peerGender: '{name}是{gender}生，{peer}是{peerGender}生，不能换宿',
      sameRoomBed: '{name}与{peer}住在同一张床位',
      left: '{name}在 {bed} 的住宿登记{state}，不能执行',
      moved: '{name}已经不住在 {bed}，不能执行',
      stillThere: '{bed} 还住着{holder}，计划 {plannedOut} 退宿，不能执行',
      taken: '{bed} 在 {from} 起已安排给{holder}，不能执行',
      bedTwice: '{bed} 同时安排给{name}和{other}',
      holdGone: '{bed} 的占位{state}，不能执行',
      notYet: '{changeNo} 的生效日期是 {date}，还没有到',
      bedFixed: '审批时不能改床位和对方，请退回由申请人修改',
    },
  },
)
