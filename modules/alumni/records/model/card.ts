import { action, bool, choice, date, dict, integer, list, pickFields, ref, revealed, shape, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { alumnus, RESULTS } from './alumnus.ts'
import { alumniIndustry } from './dictionaries.ts'
import { OWN } from './own-permission.ts'
import { jubilee } from './reunion.ts'

export { OWN } from './own-permission.ts'

const { phone, email } = alumnus.fields
const additions = pickFields(alumnus.fields, ['canton', 'employer', 'industry', 'position', 'honours', 'visible', 'contactConsent'])
const theirs = 'read by its owner alone'
const shown = 'its owner shows it to whoever reads it here, and agrees to be contacted'
const studies = list(
  '学习经历',
  shape('学习经历', {
    studentNo: text('学号', { max: 20, format: 'code' }),
    majorName: text('专业', { max: 60 }),
    className: text('班级', { max: 60 }),
    level: dict('培养层次', educationLevel),
    enrolYear: integer('入学年份'),
    leaveYear: integer('毕业年份'),
    result: choice('结果', RESULTS),
  }),
  { required: true },
)
/** 我的校友卡. Where nothing is on file yet, phone and mail are those of the student record, to be confirmed with one press. */
export const myCard = action('alumni.alumnus.card', '我的校友卡', {
  method: 'GET',
  permission: OWN,
  output: {
    code: text('校友编号', { max: 20, format: 'code' }),
    name: text('姓名', { max: 60 }),
    studies,
    ...additions,
    cantonName: text('地区', { max: 180 }),
    phone: revealed(phone, theirs),
    email: revealed(email, theirs),
    knownPhone: revealed(phone, theirs),
    knownEmail: revealed(email, theirs),
    lastConfirmed: date('最近确认'),
  },
  refusals: alumnus.options.refusals ?? {},
})
export const saveCard = action('alumni.alumnus.saveCard', '更新校友卡', {
  permission: OWN,
  input: { ...additions, phone, email },
  output: 'none',
  refusals: alumnus.options.refusals ?? {},
})
const person = {
  id: ref('alumnus', '校友', { required: true }),
  name: text('姓名', { required: true, max: 60 }),
  leaveYear: integer('毕业年份'),
  majorName: text('专业', { max: 60 }),
  className: text('班级', { max: 60 }),
  cantonName: text('地区', { max: 180 }),
  employer: text('工作单位', { max: 100 }),
  position: text('职务', { max: 60 }),
  phone: revealed(phone, shown),
  email: revealed(email, shown),
} as const
/** 同班校友: who shows themselves to classmates, and how many are in the class. */
export const myClassmates = action('alumni.alumnus.classmates', '同班校友', {
  method: 'GET',
  permission: OWN,
  output: { all: integer('全班人数', { required: true }), people: list('同班校友', shape('校友', person), { required: true }), jubilee },
})
export const MOST_FOUND = 100
/** 30-AL5: those who show themselves to all alumni. */
export const findAlumni = action('alumni.alumnus.find', '查找校友', {
  method: 'GET',
  permission: OWN,
  input: {
    q: text('姓名或单位', { max: 40 }),
    leaveYear: integer('毕业年份', { min: 1900, max: 2100 }),
    majorName: text('专业', { max: 60 }),
    industry: dict('行业', alumniIndustry),
    canton: cantonCode('所在地区'),
  },
  output: { isCut: bool('没有全部列出', { required: true }), people: list('校友', shape('校友', person), { required: true }) },
})
export const cardActions = [myCard, saveCard, myClassmates, findAlumni]
