import { datetime, dict, dictionary, entity, integer, type Row, ref, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { relationCode } from '#model/national.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
export const CONTACT_KINDS = { letter: '致家长信', call: '电话', visit: '家访', meeting: '到校面谈', consent: '征求同意' } as const
/** Kinds that staff enter; the others are entered by the program. */
export const ENTERED_KINDS = { call: CONTACT_KINDS.call, visit: CONTACT_KINDS.visit, meeting: CONTACT_KINDS.meeting } as const
export const contactReason = dictionary('contactReason', '家校联系事由', {
  study: '学业',
  attendance: '出勤',
  discipline: '违纪',
  safety: '安全',
  health: '身心健康',
  accommodation: '住宿',
  aid: '资助',
  praise: '表扬',
  other: '其他',
})
/** Reasons for which an adult student may be told later. */
export const DELAYED_REASONS: readonly string[] = ['safety', 'health']
/** 家校联系次数: how often the family of a student was contacted. */
export const homeContactAccount = entity(
  'family.homeContactAccount',
  '家校联系次数',
  { studentId: ref('student', '学生', fixed), contacts: integer('次数', { ...fixed, initial: 0 }) },
  { title: 'studentId', scope: BY_STUDENT, unique: [['studentId']], verbs: ['list'] },
)
/** 家校联系: one contact with a family. Never edited; a wrong one is reversed. */
export const homeContact = entity(
  'family.homeContact',
  '家校联系',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    guardianId: ref('familyMember', '家长', fixed),
    ...entryFields('homeContactAccount', '联系次数', CONTACT_KINDS),
    contactReason: dict('事由', contactReason, fixed),
    content: text('内容', { readonly: true, max: 2000, multiline: true, sensitivity: 'S2' }),
    result: text('结果', { readonly: true, max: 300, translatable: true }),
    at: datetime('联系时间', { ...fixed, sortable: true }),
    byId: ref('user', '联系人', { readonly: true }),
    /** Until then an adult student is not told (50-HS1). */
    hiddenUntil: datetime('暂不告知学生至', { readonly: true }),
    relation: dict('关系', relationCode, { computed: true }),
    isReversed: text('冲销', { computed: true, max: 20 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: ENTRY_KEYS,
    sort: ['-at'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
    refusals: {
      otherFamily: '{guardian}不是{student}的家长',
      noPhone: '{guardian}没有登记电话，请先在学生信息的家庭成员里补上',
      future: '联系时间 {at} 还没有到',
      notDelayed: '事由是“{reason}”的，不能暂不告知学生；只有“安全”和“身心健康”可以',
      delayTooLong: '暂不告知学生最长 {most} 天，到 {until} 为止',
    },
  },
)
export type HomeContact = Row<typeof homeContact>
export const contactLedger = ledger({
  entry: homeContact,
  account: homeContactAccount,
  effects: { letter: { contacts: 1 }, call: { contacts: 1 }, visit: { contacts: 1 }, meeting: { contacts: 1 }, consent: { contacts: 1 } },
})
