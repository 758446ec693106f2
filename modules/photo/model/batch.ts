import { choice, datetime, entity, integer, ref, states, text } from '#model'
import { FAULTS } from './faults.ts'
import { KINDS, PICTURES, SOURCES } from './photo.ts'

export const batchStates = states(
  {
    uploading: { label: '上传中', tone: 'going' },
    processing: { label: '处理中', tone: 'going' },
    done: { label: '已完成', tone: 'done' },
  },
  { addPiece: ['uploading'], finish: ['uploading'] },
)
/** Which number the names of the files are. */
export const MATCHES = { any: '自动识别', studentNo: '学号', idNo: '证件号', ksh: '考生号', code: '采集码' } as const
export const RESULTS = { matched: '已匹配', unmatched: '未匹配', duplicate: '重复文件', badFormat: '格式不合', locked: '已锁定' } as const
/** What a piece of a batch may be. */
export const PIECE_TYPES = ['zip', ...PICTURES] as const
const readonly = { readonly: true } as const
const count = (label: string) => integer(label, { ...readonly, required: true, initial: 0 })

/** 采集批次: photos sent together, in pieces, which background work takes apart. */
export const photoBatch = entity(
  'photo.photoBatch',
  '采集批次',
  {
    name: text('名称', { required: true, max: 60, search: true }),
    kind: choice('种类', KINDS, { required: true, immutable: true }),
    source: choice('来源', SOURCES, { required: true, immutable: true }),
    matchBy: choice('文件名是', MATCHES, { required: true, immutable: true, initial: 'any' }),
    /** How many files the sender announced. */
    expected: integer('文件数', { required: true, immutable: true, min: 1 }),
    state: batchStates.field('状态', { initial: 'uploading' }),
    matched: count('已匹配'),
    unmatched: count('未匹配'),
    duplicate: count('重复文件'),
    badFormat: count('格式不合'),
    locked: count('已锁定'),
    /** Pieces that have arrived and are not taken apart yet. */
    waiting: integer('待处理', { ...readonly, required: true, initial: 0, secret: 'internal' }),
    ownerId: ref('user', '上传人', { required: true, ...readonly }),
    departmentId: ref('department', '学院', readonly),
    endedAt: datetime('完成时间', readonly),
  },
  {
    title: 'name',
    scope: { user: 'ownerId', department: 'departmentId' },
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list'],
    refusals: { tooMany: '一个批次最多 {most} 个文件，现在有 {n} 个，请分成几个批次', noSelf: '批次里的照片不能是本人上传的' },
  },
)
/** 采集文件: what became of one file of a batch. */
export const photoLine = entity(
  'photo.photoLine',
  '采集文件',
  {
    batchId: ref('photoBatch', '采集批次', { required: true, immutable: true }),
    /** With its folder in the archive. It may be an identity number. */
    name: text('文件名', { required: true, immutable: true, max: 300, sensitivity: 'S1', mask: 'idNo' }),
    result: choice('结果', RESULTS, { required: true, ...readonly }),
    fault: choice('原因', FAULTS, readonly),
    detail: text('实际', { ...readonly, max: 100 }),
    studentId: ref('student', '学生', readonly),
    photoId: ref('studentPhoto', '照片', readonly),
    ownerId: ref('user', '上传人', { required: true, ...readonly }),
    departmentId: ref('department', '学院', readonly),
  },
  { title: 'result', scope: { user: 'ownerId', department: 'departmentId' }, sort: ['-createdAt'], verbs: ['list', 'export'], countsUpTo: 10_000 },
)
