import { date, dict, entity, pickFields, ref, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { student } from '#modules/student/model/student.ts'
import { examCategory } from './dictionaries.ts'

const need = { required: true } as const
/** 省招办名单: who may register, as the province has told; where there is such a list, nobody else may (30-EA1). */
export const examCandidate = entity(
  'exam.examCandidate',
  '省招办名单',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    ksh: text('考生号', { ...need, max: 20, format: 'code', search: true, sortable: true }),
    ...pickFields(student.fields, ['idNo']),
    name: text('姓名', { ...need, max: 60, search: true, sortable: true }),
    ...pickFields(student.fields, ['genderCode']),
    /** As the identity number says. */
    birthDate: date('出生日期', { readonly: true }),
    category: dict('考生类别', examCategory, { initial: 'regular' }),
    school: text('毕业学校', { max: 100 }),
    canton: cantonCode('生源地'),
  },
  {
    title: 'name',
    scope: {},
    unique: [
      ['batchId', 'ksh'],
      ['batchId', 'idNo'],
    ],
    importKey: ['batchId', 'ksh'],
    sort: ['ksh'],
    verbs: ['list', 'add', 'update', 'remove', 'import', 'export'],
    refusals: {
      idNoFault: '证件号不正确，请核对校验位和出生日期',
      idNoTwice: '证件号重复，同一个人只能有一个考生号',
      genderDiffers: '性别与证件号不一致',
      cantonUnknown: '没有代码为“{code}”的地区',
      registered: '“{name}”已经报名，考生号和证件号不能再改，也不能删除',
    },
  },
)
