import { bool, date, datetime, entity, files, integer, pickFields, ref, text } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { letterStates } from './letter-states.ts'

const readonly = { readonly: true } as const
const internal = { readonly: true, secret: 'internal' } as const
const { fields } = admittedStudent

/** 录取通知书: the letter of one admitted student; a void one keeps its number. */
export const admissionLetter = entity(
  'letter.admissionLetter',
  '录取通知书',
  {
    studentId: ref('student', '新生', { required: true, readonly: true }),
    year: integer('年份', { required: true, readonly: true, min: 2000, max: 2100, sortable: true }),
    /** Name and major as printed: they follow the roll until the letter is made. */
    name: text('姓名', { required: true, readonly: true, max: 60, search: true }),
    gradeMajorId: ref('gradeMajor', '录取专业', { required: true, readonly: true }),
    level: { ...fields.level, options: { ...fields.level.options, readonly: true } },
    departmentId: ref('department', '学院', readonly),
    province: cantonCode('省份', readonly),
    letterNo: text('通知书编号', { ...readonly, max: 40, search: true, sortable: true }),
    ofId: ref('admissionLetter', '补发自', readonly),
    batchId: ref('letterBatch', '打印批次', readonly),
    seq: integer('批内顺序', { ...readonly, sortable: true }),
    template: text('模板', internal),
    edition: integer('模板版次', readonly),
    pdfId: files('通知书', { ...readonly, maxFiles: 1, types: ['pdf'] }),
    state: letterStates.field('状态', { ...readonly, initial: 'toCheck', sortable: true }),
    /** The roll was corrected after the letter was made. */
    isOutdated: bool('已过时', { required: true, readonly: true, initial: false }),
    ...pickFields(fields, ['recipient', 'address']),
    phone: text('收件电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
    addressConfirmedAt: datetime('地址确认时间', { ...readonly, sortable: true }),
    attachments: text('随寄材料', { max: 200 }),
    voidReason: text('作废原因', { ...readonly, max: 200 }),
    provinceName: text('省份名称', { computed: true, max: 60 }),
    ksh: text('考生号', { computed: true, max: 20, format: 'code' }),
    reportFrom: date('报到开始', { computed: true }),
    reportTo: date('报到截止', { computed: true }),
  },
  {
    title: 'name',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    unique: [['letterNo']],
    select: 'scoped',
    sort: ['-year', 'letterNo', 'id'],
    verbs: ['list', 'update', 'export'],
    refusals: {
      incomplete: '{count} 人的信息不全，不能生成：{which}',
      nobody: '没有待生成的通知书，请先核对',
      pattern: '编号规则“{pattern}”里没有 {seq}，不能编号',
      full: '编号规则“{pattern}”的顺序号用完了：还剩 {left} 个，需要 {count} 个',
      checkAddress: '还没有设置核验网址，请管理员先在打印参数里填写，通知书上的二维码要用',
      running: '{year} 年已有一次生成在等审批，请等它结束',
      hasNone: '没有你的通知书，请联系招生办',
      noCopy: '你的通知书还没有电子版',
    },
  },
)
