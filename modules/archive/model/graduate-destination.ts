import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, date, dict, entity, files, integer, type Row, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { destinationKind } from './dictionaries.ts'

const readonly = { readonly: true } as const
const need = { required: true } as const
export const GO_HOME = '90'
/** Kinds of which the unit is known: who works or studies somewhere. */
export const WITH_UNIT: readonly string[] = ['10', '11', '12', '27', '80']
/** Form fields of the student. */
export const asked = {
  gradYear: integer('毕业年份', { ...need, min: 2000, max: 2100, sortable: true }),
  kind: dict('去向类别', destinationKind, need),
  unitName: text('单位名称', { max: 100 }),
  unitCreditCode: text('统一社会信用代码', { min: 18, max: 18, format: 'code' }),
  industryCode: text('行业代码', { max: 5, format: 'code', help: 'GB/T 4754' }),
  cantonCode: cantonCode('单位所在地'),
  archiveRecipient: text('档案接收单位', { ...need, max: 100, search: true, help: '有人事档案管理权限的单位，或当地公共就业和人才服务机构' }),
  archiveAddress: text('档案寄送地址', { ...need, max: 180, sensitivity: 'S1', mask: 'address' }),
  contact: text('接收单位联系人和电话', { ...need, max: 60, sensitivity: 'S1', mask: 'name' }),
  files: files('调档函或就业协议', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
export const destinationStates = states({ ...SUBMITTED_STATES, approved: { label: '已核实', tone: 'done' } }, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** 毕业去向: a version of where a graduate goes; of the verified ones the last counts. */
export const graduateDestination = entity(
  'archive.graduateDestination',
  '毕业去向',
  {
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    ...asked,
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    state: destinationStates.field('状态', { initial: 'pending', sortable: true }),
    asOf: date('截至日期', { ...need, ...readonly, sortable: true }),
    isCurrent: bool('现行', { ...need, ...readonly, initial: false }),
    verifiedBy: ref('user', '核实人', readonly),
    region: text('单位所在地区', { computed: true, max: 180 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-asOf', '-createdAt'],
    importKey: ['studentId', 'gradYear'],
    verbs: ['list', 'add', 'import', 'export'],
    countsUpTo: 50_000,
    refusals: {
      open: '你还有一份毕业去向在审核，办完后再改',
      person: '档案接收单位不能是学生本人或家人（{name}），档案不能交给个人',
      unitMissing: '“{kind}”要填写单位名称',
      cantonUnknown: '没有行政区划代码“{code}”',
      yearFar: '毕业年份 {gradYear} 与预计毕业 {expected} 不符',
      expelled: '{name}已被开除学籍，档案按规定退回家庭所在地',
      same: '{name}的去向没有变化',
    },
  },
)
export type GraduateDestination = Row<typeof graduateDestination>
