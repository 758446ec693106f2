import { bool, choice, datetime, entity, files, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const KINDS = { admission: '录取照片', enrolment: '入学照片', graduation: '毕业照片' } as const
export type Kind = keyof typeof KINDS
export const KIND_CODES = Object.keys(KINDS) as readonly Kind[]
export const SOURCES = { province: '省招办', school: '学校采集', self: '本人上传', agency: '采集机构' } as const
/** What photos may be sent as; each kind allows some of them. */
export const PICTURES = ['jpg', 'jpeg', 'png'] as const
export const MOST_MB = 10

export const photoStates = states(
  {
    pending: { label: '待审核', tone: 'waiting' },
    accepted: { label: '已通过', tone: 'done' },
    refused: { label: '未通过', tone: 'refused' },
    locked: { label: '已锁定', tone: 'over' },
  },
  { accept: ['pending'], refuse: ['pending', 'accepted'] },
)
const readonly = { readonly: true } as const

/** 照片: one version of a student's photo; the current one of a kind is the last that was accepted. Rows are never removed. */
export const studentPhoto = entity(
  'photo.studentPhoto',
  '照片',
  {
    /** A join column for other modules, never on the wire. */
    personId: ref('person', '自然人', { required: true, ...readonly, secret: 'internal' }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    kind: choice('种类', KINDS, { required: true, immutable: true }),
    /** Who may list the row may see the picture: a masked face would be no photo. */
    fileId: files('照片', { required: true, ...readonly, maxFiles: 1, mostMb: MOST_MB, types: PICTURES }),
    width: integer('宽', { ...readonly, required: true }),
    height: integer('高', { ...readonly, required: true }),
    bytes: integer('字节', { ...readonly, required: true }),
    source: choice('来源', SOURCES, { required: true, ...readonly }),
    state: photoStates.field('状态', { sortable: true }),
    isCurrent: bool('现用', { ...readonly, required: true, initial: false }),
    refuseReason: text('未通过原因', { ...readonly, max: 200 }),
    /** The school's service did not answer: somebody has to look at the face. */
    isUnchecked: bool('人脸未检测', { ...readonly, required: true, initial: false }),
    batchId: ref('photoBatch', '采集批次', readonly),
    decidedById: ref('user', '审核人', readonly),
    decidedAt: datetime('审核时间', readonly),
    /** Tells the same picture again. */
    sha256: text('内容', { required: true, ...readonly, max: 64, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    className: text('班级', { computed: true, max: 60 }),
  },
  {
    title: 'kind',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      locked: '{name}的{kind}已用于证书，不能更换',
      ownLocked: '你的{kind}已用于证书，不能更换',
      official: '你的{kind}由学校采集，不能自己更换',
      pending: '你的{kind}正在审核，请等审核后再上传',
      used: '{kind}最多更换 {most} 次，你已经换了 {used} 次',
      kindClosed: '{kind}由学校统一采集，不能自己上传',
      unfit: '照片不符合要求：{why}',
      unfitAs: '照片不符合要求：{why}（{found}）',
      same: '和现在的{kind}是同一张照片',
      others: '这张照片已是另一名学生的照片',
      none: '没有可导出的照片',
      tooMany: '一次最多导出 {most} 张，现在有 {n} 张，请按学院或年级分开导出',
      plain: '你没有权限导出未脱敏的数据，文件名里不能用证件号',
      pattern: '文件名里至少要有学号、证件号或考生号中的一个',
    },
  },
)
