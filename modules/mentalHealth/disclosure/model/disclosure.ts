import { action, choice, datetime, entity, paged, pageInput, ref, revealed, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const sealed = { ...fixed, max: 1000, multiline: true, sensitivity: 'S2', encrypted: true } as const
/** There is no third reason to tell somebody outside what a student has confided (50-MH13). */
export const BASES = { life: '危及生命安全', law: '法定义务' } as const
/** 保密例外: what was told to somebody without the student's consent. Written once; nobody changes or removes it. */
export const mhDisclosure = entity(
  'mentalHealth.mhDisclosure',
  '保密例外',
  {
    studentId: ref('student', '学生', fixed),
    byId: ref('user', '告知人', fixed),
    basis: choice('依据', BASES, fixed),
    toWhom: text('告知了谁', { ...fixed, max: 100 }),
    at: datetime('告知时间', fixed),
    what: text('告知了什么', sealed),
    why: text('为什么', sealed),
  },
  {
    isUncounted: true,
    title: 'basis',
    scope: {},
    verbs: [],
    refusals: { notCentre: '只有心理中心的老师可以登记和查看', none: '没有这名学生，或不在你的范围内', future: '告知时间 {at} 还没有到' },
  },
)
const { fields } = mhDisclosure
const { refusals = {} } = mhDisclosure.options
const words = (label: string, help: string) => text(label, { ...need, min: 2, max: 1000, multiline: true, help })
export const recordDisclosure = action('mentalHealth.mhDisclosure.record', '登记保密例外', {
  input: {
    studentId: ref('student', '学生', need),
    basis: choice('依据', BASES, { ...need, help: '没有征得本人同意时，只有这两种情况可以告知他人' }),
    toWhom: text('告知了谁', { ...need, min: 2, max: 100, help: '单位和人，如“学生父亲”“区精神卫生中心值班医生”' }),
    at: datetime('告知时间', need),
    what: words('告知了什么', '只告知为此必要的内容。只有心理中心看得到'),
    why: words('为什么', '危险是什么，或者依据哪一条法律。只有心理中心看得到'),
  },
  output: 'none',
  refusals,
})
const head = {
  id: text('编号', { ...need, max: 36 }),
  ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) },
  ...{ by: text('告知人', { ...need, max: 60 }), basis: fields.basis, toWhom: fields.toWhom, at: fields.at },
} as const
/** Of the whole centre, without what was told. */
export const disclosures = action('mentalHealth.mhDisclosure.register', '保密例外', {
  method: 'GET',
  permission: recordDisclosure.permission,
  input: pageInput,
  output: paged('保密例外', head),
  refusals,
})
const THEIRS = 'psychologists; each reading is audited'
export const openDisclosure = action('mentalHealth.mhDisclosure.open', '查看', {
  permission: recordDisclosure.permission,
  input: { id: ref('mhDisclosure', '保密例外', need) },
  output: { what: revealed(fields.what, THEIRS), why: revealed(fields.why, THEIRS) },
  refusals,
})
export const disclosureActions = [recordDisclosure, disclosures, openDisclosure]
