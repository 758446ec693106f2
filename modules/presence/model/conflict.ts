import { action, choice, datetime, entity, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import type { RightKind } from './evidence.ts'

/** 60-PR4: what contradicts what. */
export const CONFLICT_CODES = {
  PC1: '请假离校，又有在校记录',
  PC2: '到期没有返校记录',
  PC3: '登记住在校外，多晚在宿舍过夜',
  PC4: '不在读，又有进门记录',
  PC5: '自报在校，门禁记录已出',
  PC6: '两个校区的门禁记录相隔太近',
  PC7: '多日没有任何记录',
  PC8: '登记留校，一天没有记录',
} as const
export type ConflictCode = keyof typeof CONFLICT_CODES
/** What was done about it. */
export const RESULTS = {
  back: '登记返校',
  cardLent: '卡被别人用',
  ignored: '本次忽略',
  called: '已联系上',
  corrected: '已更正记录',
  clockFault: '门禁时钟有误',
  visited: '已上门核实',
  searching: '开始寻找',
  movedBack: '结束校外住宿',
  guest: '短期借宿',
} as const
export type ConflictResult = keyof typeof RESULTS
/** Offered for each code, in the order of the buttons. `back` writes to the leave, the trip or the night elsewhere, `movedBack` to the stay outside, `searching` to the duty log. */
export const OFFERED: Readonly<Record<ConflictCode, readonly ConflictResult[]>> = {
  PC1: ['back', 'cardLent', 'ignored'],
  PC2: ['back', 'called'],
  PC3: ['movedBack', 'guest'],
  PC4: ['visited', 'cardLent'],
  PC5: ['called', 'corrected'],
  PC6: ['cardLent', 'clockFault'],
  PC7: ['called', 'searching'],
  PC8: ['called', 'corrected'],
}
export const SOURCES = ['leave', 'tempLocation', 'trip', 'offCampus'] as const satisfies readonly RightKind[]
export const conflictStates = states(
  { open: { label: '待过问', tone: 'attention' }, resolved: { label: '已处理', tone: 'done' }, auto: { label: '自行消除', tone: 'over' } },
  { resolve: ['open'] },
)
const readonly = { readonly: true } as const
const internal = { ...readonly, secret: 'internal' } as const
/** 状态矛盾: facts about one student that cannot all be right. One row for each that somebody was asked about, once. */
export const presenceConflict = entity(
  'presence.presenceConflict',
  '状态矛盾',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    code: choice('矛盾', CONFLICT_CODES, { required: true, ...readonly }),
    /** What exactly: the same is asked about once. */
    about: text('关于', { required: true, ...internal, max: 80 }),
    sourceKind: choice('来源', { leave: '请假', tempLocation: '临时外宿', trip: '外出登记', offCampus: '校外住宿' }, readonly),
    sourceId: text('来源编号', { ...internal, max: 36 }),
    at: datetime('事发时间', { required: true, ...readonly, sortable: true }),
    openedAt: datetime('发现时间', { required: true, ...readonly, sortable: true }),
    state: conflictStates.field('进度', { initial: 'open' }),
    result: choice('处理', RESULTS, readonly),
    note: text('说明', { ...readonly, max: 300 }),
    byId: ref('user', '处理人', readonly),
    closedAt: datetime('办结时间', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentNo',
    unique: [['studentId', 'code', 'about']],
    scope: BY_STUDENT,
    sort: ['-openedAt'],
    verbs: ['list', 'export'],
    refusals: {
      notOffered: '“{code}”不能这样处理',
      noSource: '这条矛盾没有可以登记返校的请假或外出；假期离校的，在“离校留校”里处置',
      gone: '那条记录已经办结，状态马上会跟着变',
      noDorm: '这名学生没有床位，请在安全门禁的值班记录里登记',
    },
  },
)
/** One tap: writes to the module whose record is wrong, never to the state. */
export const resolveConflict = action('presence.presenceConflict.resolve', '处理矛盾', {
  input: { id: ref('presenceConflict', '矛盾', { required: true }), result: choice('处理', RESULTS, { required: true }), note: text('说明', { max: 300, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: presenceConflict.options.refusals ?? {},
})
