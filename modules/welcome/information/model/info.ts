import { bool, choice, date, datetime, dict, type Extras, entity, type Field, type FieldOptions, integer, list, pickFields, ref, shape, text } from '#model'
import { healthCode, politicalCode } from '#model/national.ts'
import { wishFields } from '#modules/dormitory/allocation/model/wish.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { student } from '#modules/student/model/student.ts'

/** Parts of the form in their order; each is saved by itself. */
export const SECTIONS = {
  contact: '联系方式',
  family: '家庭成员',
  league: '政治面貌',
  sizes: '身高体重',
  health: '健康状况',
  household: '户口',
  habits: '作息和室友',
} as const
export type SectionCode = keyof typeof SECTIONS
const CODES = Object.keys(SECTIONS) as SectionCode[]
/** Whoever has no wishes leaves them out. */
const OPTIONAL: readonly SectionCode[] = ['habits']
export const isOptional = (code: SectionCode): boolean => OPTIONAL.includes(code)
/** 30-WI3: the sections that still lack. */
export const unfinishedOf = (done: ReadonlyArray<SectionCode | null> | null): SectionCode[] => CODES.filter(code => !isOptional(code) && !done?.includes(code))

/** The same field where it has to be answered. */
const must = <T, O extends FieldOptions & Extras>(field: Field<T, O>): Field<T, O & { required: true }> => ({ ...field, options: { ...field.options, required: true } })
const S2 = { sensitivity: 'S2' } as const
const { email, homeAddress, postcode, emergencyName, emergencyPhone, hukouAddress } = student.fields
export const relative = pickFields(familyMember.fields, ['relation', 'name', 'phone', 'employer', 'isGuardian'])
const MOST_RELATIVES = 6
const asked = {
  ...{ email, homeAddress, postcode, emergencyName, emergencyPhone },
  family: list('家庭成员', shape('家庭成员', relative), { max: MOST_RELATIVES }),
  politicalCode: dict('政治面貌', politicalCode),
  joinedOn: date('入团或入党日期'),
  leagueBranch: text('原团支部或党支部', { max: 100, help: '转组织关系用' }),
  height: integer('身高', { min: 120, max: 230, help: '厘米' }),
  weight: integer('体重', { min: 30, max: 200, help: '公斤' }),
  shoeSize: integer('鞋码', { min: 30, max: 52 }),
  healthCode: dict('健康状况', healthCode, S2),
  specialNeeds: text('需要学校知道的', { max: 300, multiline: true, help: '过敏、慢性病、饮食等；只有负责的老师能看', ...S2 }),
  movesHousehold: bool('迁户口到学校'),
  hukouAddress,
} as const
const { family: _family, ...answers } = asked
/** Everything that is asked, before it is answered; relatives apart. */
export const ANSWERS = { ...answers, ...pickFields(wishFields, ['sleepTime', 'wakeTime', 'quiet', 'smoking', 'snoring', 'roommates', 'needsAccessible', 'medicalNote']) } as const
/** What each section asks. Habits, roommates and grounds for a bed are kept with the dormitory's wishes. */
export const FORMS = {
  contact: { homeAddress: must(homeAddress), postcode, email, emergencyName: must(emergencyName), emergencyPhone: must(emergencyPhone) },
  family: { family: list('家庭成员', shape('家庭成员', relative), { required: true, min: 1, max: MOST_RELATIVES }) },
  league: { politicalCode: must(asked.politicalCode), joinedOn: asked.joinedOn, leagueBranch: asked.leagueBranch },
  sizes: { height: must(asked.height), weight: must(asked.weight), shoeSize: asked.shoeSize },
  health: { healthCode: must(asked.healthCode), specialNeeds: asked.specialNeeds, ...pickFields(wishFields, ['needsAccessible', 'medicalNote']) },
  household: { movesHousehold: must(asked.movesHousehold), hukouAddress },
  habits: pickFields(wishFields, ['sleepTime', 'wakeTime', 'quiet', 'smoking', 'snoring', 'roommates']),
} as const

/** 信息采集: what one new student has told before arriving. */
export const welcomeInfo = entity(
  'welcome.welcomeInfo',
  '信息采集',
  {
    studentId: ref('student', '新生', { required: true, readonly: true, search: true }),
    ...asked,
    sections: list('已填', choice('部分', SECTIONS, { required: true }), { readonly: true }),
    completedAt: datetime('填完时间', { readonly: true, sortable: true }),
    unfinished: text('还没有填', { computed: true, max: 200 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['studentId']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-updatedAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { enrolled: '{name}已入学，信息请在“我的档案”里改', noGuardian: '请标出哪一位是监护人，并填写电话' },
  },
)
