import { bool, choice, date, dict, entity, integer, type Row, ref, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { alumniIndustry } from './dictionaries.ts'

export const VISIBLE = { none: '不公开', classmates: '同班校友', alumni: '所有校友' } as const
export const SOURCES = { auto: '毕业生成', import: '学校登记', self: '本人认领' } as const
export const RESULTS = { graduated: '毕业', completed: '结业', incomplete: '肄业' } as const
const readonly = { readonly: true } as const
const S1 = { sensitivity: 'S1' } as const

/** 校友. Phone and mail are kept only while their owner agrees to be contacted, so nothing can use them without consent. */
export const alumnus = entity(
  'alumni.alumnus',
  '校友',
  {
    code: text('校友编号', { required: true, immutable: true, max: 20, format: 'code', search: true, sortable: true, help: '一般用学号' }),
    name: text('姓名', { required: true, max: 60, search: true, sortable: true }),
    /** The natural person; a join column, never shown. */
    personId: ref('person', '自然人', { ...readonly, secret: 'internal' }),
    /** The account of who has claimed the record (30-AL4); others are found by the person. */
    userId: ref('user', '账号', { ...readonly, secret: 'internal' }),
    leaveYear: integer('毕业年份', { min: 1900, max: 2100, sortable: true }),
    departmentId: ref('department', '院系'),
    majorName: text('专业', { max: 60, search: true }),
    className: text('班级', { max: 60 }),
    canton: cantonCode('所在地区'),
    /** Of the region, so that lists and figures ask for provinces. */
    province: cantonCode('所在省份', readonly),
    employer: text('工作单位', { max: 100, search: true }),
    industry: dict('行业', alumniIndustry),
    position: text('职务', { max: 60 }),
    honours: text('荣誉', { max: 500, multiline: true }),
    visible: choice('校友可见', VISIBLE, { required: true, initial: 'none' }),
    contactConsent: bool('同意联系', { required: true, initial: false }),
    phone: text('手机号', { max: 20, format: 'phone', ...S1, mask: 'phone' }),
    email: text('邮箱', { max: 100, format: 'email', ...S1, mask: 'email' }),
    lastConfirmed: date('最近确认', { ...readonly, sortable: true }),
    source: choice('来源', SOURCES, { ...readonly, required: true, initial: 'import' }),
    cantonName: text('地区', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'departmentId' },
    unique: [['code']],
    importKey: ['code'],
    sort: ['-leaveYear', 'code'],
    verbs: ['list', 'add', 'update', 'export', 'import'],
    countsUpTo: 100_000,
    refusals: {
      noConsent: '{name}没有同意联系，不能登记{field}',
      yearAhead: '毕业年份 {leaveYear} 还没有到',
      notAlumnus: '还没有你的校友档案，请联系校友工作办公室',
      cantonUnknown: '没有行政区划代码“{code}”',
      fromRecord: '{name}的{field}来自学籍，不能修改',
    },
  },
)
export type Alumnus = Row<typeof alumnus>

/** 校友的一段学习: made when studies end, and removed when that is taken back. */
export const alumnusStudy = entity(
  'alumni.alumnusStudy',
  '校友学习经历',
  {
    alumnusId: ref('alumnus', '校友', { ...readonly, required: true, isPart: true, search: true }),
    studentId: ref('student', '学生', { ...readonly, required: true }),
    studentNo: text('学号', { ...readonly, max: 20, format: 'code', search: true }),
    departmentId: ref('department', '院系', readonly),
    majorName: text('专业', { ...readonly, max: 60 }),
    classId: ref('stuClass', '班级', readonly),
    level: dict('培养层次', educationLevel, readonly),
    enrolYear: integer('入学年份', { ...readonly, sortable: true }),
    leaveYear: integer('毕业年份', { ...readonly, sortable: true }),
    result: choice('结果', RESULTS, { ...readonly, required: true }),
  },
  { title: 'studentNo', scope: { department: 'departmentId' }, unique: [['studentId']], sort: ['-leaveYear', 'studentNo'], verbs: ['list', 'export'], countsUpTo: 100_000 },
)
