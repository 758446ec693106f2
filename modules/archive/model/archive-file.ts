import { bool, date, datetime, dict, entity, list, type Row, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { archiveMaterialKind, archiveReceiveMethod } from './dictionaries.ts'

const readonly = { readonly: true } as const
const need = { required: true } as const
export const fileStates = states(
  {
    notReceived: { label: '未到', tone: 'waiting' },
    inStore: { label: '在库', tone: 'done' },
    borrowed: { label: '借出', tone: 'attention' },
    sealed: { label: '已密封', tone: 'going' },
    inTransit: { label: '转递中', tone: 'going' },
    delivered: { label: '已送达', tone: 'over' },
    returnedBack: { label: '已退回', tone: 'refused' },
    held: { label: '暂存', tone: 'attention' },
    lost: { label: '遗失', tone: 'refused' },
  },
  {
    receive: ['notReceived'],
    relocate: ['inStore', 'sealed', 'held', 'returnedBack'],
    handOver: ['inStore', 'sealed', 'held', 'returnedBack'],
    seal: ['inStore'],
    checkSeal: ['inStore'],
    unseal: ['sealed', 'held'],
    checkUnseal: ['sealed', 'held'],
    hold: ['sealed'],
  },
)
export type FileState = keyof typeof fileStates.labels
/** 学生档案: where the paper file of a student is, and who holds it. */
export const archiveFile = entity(
  'archive.archiveFile',
  '学生档案',
  {
    studentId: ref('student', '学生', { ...need, ...readonly, search: true }),
    archiveNo: text('档案号', { ...need, ...readonly, max: 30, format: 'code', search: true, sortable: true }),
    state: fileStates.field('状态', { initial: 'notReceived', sortable: true }),
    locationId: ref('archiveLocation', '库位', readonly),
    /** Where it is, in words: the place in the store, whoever borrowed it, the unit it was sent to. */
    holder: text('现在何处', { ...readonly, max: 120, translatable: true }),
    holderSince: datetime('自何时', { ...readonly, sortable: true }),
    receivedOn: date('接收日期', { ...readonly, sortable: true }),
    receivedFrom: text('来自', { ...readonly, max: 100 }),
    receiveMethod: dict('接收方式', archiveReceiveMethod, readonly),
    /** Null where nothing is missing. */
    missingKinds: list('缺少的材料', dict('材料', archiveMaterialKind), { ...readonly, max: 12 }),
    hasPartyPapers: bool('有党员材料', { ...need, initial: false }),
    custodianId: ref('teacher', '保管人', readonly),
    sealedOn: date('密封日期', readonly),
    sealedBy: ref('user', '密封人', readonly),
    checkedBy: ref('user', '核对人', readonly),
    unsealBy: ref('user', '拆封人', readonly),
    unsealReason: text('拆封原因', { ...readonly, max: 200 }),
    holdUntil: date('暂存到', { ...readonly, sortable: true }),
    /** 50-AR8: of an expelled student. */
    goesHome: bool('退回家庭所在地', { ...need, ...readonly, initial: false }),
    dispatchId: ref('archiveDispatch', '转递', readonly),
    packedAt: datetime('装袋时间', readonly),
    packedBy: ref('user', '装袋人', readonly),
    remindedOn: date('上次催交', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'archiveNo',
    scope: BY_STUDENT,
    select: 'scoped',
    selectFields: ['studentId', 'state'],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['archiveNo'],
    unique: [['studentId'], ['archiveNo']],
    verbs: ['list', 'update', 'export'],
    countsUpTo: 50_000,
    refusals: {
      unknown: '没有找到档案：{code}',
      taken: '档案号“{archiveNo}”已用于{name}（{studentNo}）',
      elsewhere: '{name}的档案 {archiveNo} {state}，{at} 起：{holder}',
      noCustodian: '请选择保管人',
      notSealed: '{name}的档案还没有人密封',
      samePerson: '{name}的档案由你{verb}，要由另一人核对',
      noUnseal: '{name}的档案没有人申请拆封',
      inLetter: '{name}的档案已列入转递，先作废那封函',
      holdTooLong: '暂存到 {until} 超过毕业后 {months} 个月（{latest}）',
      holdPast: '暂存到 {until} 已经过去',
      complete: '{name}的档案不缺材料',
      remindedToday: '{name}今天已经催过',
    },
  },
)
export type ArchiveFile = Row<typeof archiveFile>
