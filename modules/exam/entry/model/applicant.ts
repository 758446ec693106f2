import { bool, date, dict, entity, files, pickFields, ref, text } from '#model'
import { politicalCode } from '#model/national.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { student } from '#modules/student/model/student.ts'
import { examCategory } from './dictionaries.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const personal = { readonly: true, sensitivity: 'S1' } as const
const readOnly = <F extends { options: object }>(field: F): F => ({ ...field, options: { ...field.options, readonly: true } })
const { idNo, genderCode } = pickFields(student.fields, ['idNo', 'genderCode'])

/** 考生: one person in one batch. What a list of the province says of them stays as it is. */
export const examApplicant = entity(
  'exam.examApplicant',
  '考生',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    /** Account of the exam realm that the row belongs to. */
    userId: ref('user', '账号', fixed),
    personId: ref('person', '自然人', fixed),
    ksh: text('考生号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    /** Given with the seat. */
    zkzh: text('准考证号', { ...readonly, max: 20, format: 'digits', search: true, sortable: true }),
    idNo: readOnly(idNo),
    name: text('姓名', { ...fixed, max: 60, search: true, sortable: true }),
    genderCode: readOnly(genderCode),
    birthDate: date('出生日期', fixed),
    category: dict('考生类别', examCategory, readonly),
    school: text('毕业学校', { ...readonly, max: 100 }),
    canton: cantonCode('生源地', readonly),
    photoId: files('照片', { ...readonly, maxFiles: 1, types: ['jpg', 'jpeg', 'png'] }),
    /** No face counter answered: somebody looks at it. */
    isPhotoUnchecked: bool('人脸未检测', { ...fixed, initial: false }),
    phone: text('手机号', { ...personal, max: 20, format: 'mobile', mask: 'phone' }),
    address: text('通信地址', { ...personal, max: 180, mask: 'address' }),
    guardian: text('监护人和电话', { ...personal, max: 60, mask: 'whole' }),
    politicalCode: dict('政治面貌', politicalCode, readonly),
    isListed: bool('在省招办名单', { ...fixed, initial: false }),
  },
  {
    title: 'name',
    scope: {},
    unique: [
      ['batchId', 'ksh'],
      ['batchId', 'idNo'],
      ['batchId', 'userId'],
      ['batchId', 'zkzh'],
    ],
    select: 'scoped',
    sort: ['ksh'],
    verbs: ['list', 'export'],
  },
)
/** Somebody with an account, as the demo registers them in several examinations. */
export interface KnownApplicant {
  userId: string
  personId: string
  phone: string
  known: { ksh: string; idNo: string; name: string; genderCode: string; birthDate: string; category: string; school: string; canton: string }
}
