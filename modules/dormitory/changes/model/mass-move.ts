import { bool, date, datetime, dict, entity, integer, json, ref, states, text, type Wording } from '#model'
import { changeReason } from './dorm-change.ts'

const readonly = { readonly: true } as const
export const massStates = states(
  {
    planned: { label: '待执行', tone: 'waiting' },
    executed: { label: '已执行', tone: 'done' },
    undone: { label: '已撤销', tone: 'over' },
    cancelled: { label: '已取消', tone: 'over' },
    failed: { label: '没有执行', tone: 'refused' },
  },
  { cancel: ['planned'], undo: ['executed'] },
)

/** 批量调宿: moves by list, all or none. */
export const massMove = entity(
  'dormitory.massMove',
  '批量调宿',
  {
    name: text('名称', { required: true, max: 60, search: true }),
    reason: dict('原因', changeReason, { required: true }),
    students: integer('人数', { required: true, ...readonly }),
    /** Number of cycles. */
    cycles: integer('互换组', { required: true, ...readonly }),
    state: massStates.field('状态'),
    effectiveDate: date('执行日期', { required: true, ...readonly, sortable: true }),
    executedAt: datetime('执行时间', { ...readonly, sortable: true }),
    /** Who executed or planned it. */
    executedBy: ref('user', '经办人', readonly),
    /** Why a planned move was not executed. */
    endNote: text('原因', { ...readonly, max: 300 }),
    /** Translatable form of that text. */
    wording: json<Record<string, Wording>>('措辞', { secret: 'internal' }),
    undoneAt: datetime('撤销时间', readonly),
    undoneBy: ref('user', '撤销人', readonly),
    undoUntil: datetime('可撤销到', { computed: true }),
  },
  // a list spans all colleges: it has no department scope
  { title: 'name', scope: { user: 'executedBy' }, sort: ['-effectiveDate'], verbs: ['list'] },
)

/** A line of a list in preparation: student and bed. */
export const massMoveLine = entity(
  'dormitory.massMoveLine',
  '批量调宿名单',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    toBedId: ref('dormBed', '新床位', { required: true }),
    /** Not yet executed; a unique index allows one open line per student. */
    isOpen: bool('待执行', { required: true, ...readonly, initial: true }),
    ownerId: ref('user', '经办人', readonly),
    massMoveId: ref('massMove', '批量调宿', readonly),
    fromStayId: ref('dormStay', '原住宿', readonly),
    fromBedId: ref('dormBed', '原床位', readonly),
    newStayId: ref('dormStay', '新住宿', readonly),
  },
  {
    title: 'studentId',
    scope: { user: 'ownerId' },
    sort: ['studentId'],
    importKey: ['studentId', 'isOpen'],
    verbs: ['list', 'remove', 'import'],
    refusals: { onOtherList: '{name}已在{owner}的名单里，请先与其确认', executed: '已执行的名单不能删除', planned: '{name}已在计划“{plan}”里，先取消计划才能改' },
  },
)
