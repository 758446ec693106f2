import { action, date, decimal, entity, files, integer, list, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { enrolInActivity } from './enrolment.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** The category whose hours are time of service, measured and never announced (60-AT12). */
export const VOLUNTEER = 'volunteer'
export const proofStates = states({ issued: { label: '有效', tone: 'done' }, revoked: { label: '已作废', tone: 'over' } })
/** 志愿服务记录证明: made at once and free of charge, whenever the student asks (民政部令第67号). */
export const volunteerProof = entity(
  'activity.volunteerProof',
  '志愿服务记录证明',
  {
    studentId: ref('student', '志愿者', { ...fixed, search: true }),
    studentNo: text('学号', { ...fixed, max: 20, format: 'code' }),
    proofNo: text('证明编号', { ...fixed, max: 40, search: true }),
    fromOn: date('服务起', fixed),
    toOn: date('服务止', fixed),
    hours: decimal('服务时间（小时）', { ...fixed, precision: 6, scale: 1 }),
    services: integer('服务次数', fixed),
    /** What it states, as a hash: the same is not made twice. */
    stated: text('内容摘要', { ...fixed, max: 64, secret: 'internal' }),
    file: files('证明', { readonly: true, maxFiles: 1, types: ['pdf'] }),
    state: proofStates.field('状态', { initial: 'issued' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['proofNo']],
    sort: ['-createdAt'],
    verbs: ['list'],
    refusals: {
      none: '{from} 至 {to} 没有已结项的志愿服务记录',
      order: '止 {to} 早于起 {from}',
      noAddress: '学校还没有设置核验网址，暂时不能出具证明',
    },
  },
)
/** One service on a certificate, as it was stated. */
export const volunteerProofLine = entity(
  'activity.volunteerProofLine',
  '志愿服务记录',
  {
    proofId: ref('volunteerProof', '志愿服务记录证明', { ...fixed, isPart: true }),
    studentId: ref('student', '志愿者', fixed),
    entryId: ref('growthEntry', '成长记录', fixed),
    servedOn: date('日期', fixed),
    title: text('项目', { ...fixed, max: 100 }),
    organiser: text('组织单位', { ...fixed, max: 60 }),
    place: text('地点', { readonly: true, max: 200 }),
    hours: decimal('服务时间（小时）', { ...fixed, precision: 5, scale: 1 }),
  },
  { title: 'title', scope: BY_STUDENT, unique: [['proofId', 'entryId']], sort: ['createdAt'], verbs: ['list'] },
)
export type VolunteerProof = Row<typeof volunteerProof>
const line = shape(
  '志愿服务记录',
  {
    entryId: ref('growthEntry', '成长记录', need),
    servedOn: date('日期', need),
    title: volunteerProofLine.fields.title,
    organiser: volunteerProofLine.fields.organiser,
    place: volunteerProofLine.fields.place,
    hours: volunteerProofLine.fields.hours,
  },
  need,
)
const OWN = enrolInActivity.permission
/** What organisers recorded of the caller's service, and the certificates made of it. */
export const myService = action('activity.volunteerProof.mine', '我的志愿服务', {
  method: 'GET',
  permission: OWN,
  output: {
    hours: decimal('服务时间（小时）', need),
    services: list('志愿服务记录', line, need),
    proofs: list(
      '志愿服务记录证明',
      shape(
        '证明',
        {
          id: ref('volunteerProof', '志愿服务记录证明', need),
          proofNo: volunteerProof.fields.proofNo,
          fromOn: volunteerProof.fields.fromOn,
          toOn: volunteerProof.fields.toOn,
          hours: volunteerProof.fields.hours,
          fileId: text('文件', { max: 36 }),
          state: proofStates.field('状态'),
        },
        need,
      ),
      need,
    ),
  },
})
export const issueProof = action('activity.volunteerProof.prove', '出具证明', {
  permission: OWN,
  input: { fromOn: date('服务起', need), toOn: date('服务止', need) },
  output: { id: ref('volunteerProof', '志愿服务记录证明', need) },
  refusals: volunteerProof.options.refusals ?? {},
})
export const volunteerActions = [myService, issueProof]
