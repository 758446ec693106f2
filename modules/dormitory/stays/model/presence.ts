import { date, dict, dictionary, entity, ref, text } from '#model'
import { addDays } from '#modules/campus/model/days.ts'

export const exceptionReason = dictionary('presenceExceptionReason', '不在寝原因', { internship: '实习', trainingCamp: '集训', exchange: '交流学习', other: '其他' })

/** 不在寝登记: planned absence of a student or a whole class. */
export const presenceException = entity(
  'dormitory.presenceException',
  '不在寝登记',
  {
    /** Empty: the whole class. */
    studentId: ref('student', '学生', { immutable: true, help: '不填时为全班' }),
    classId: ref('stuClass', '班级', { immutable: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    from: date('开始日期', { required: true, sortable: true }),
    to: date('结束日期', { required: true, sortable: true }),
    reason: dict('原因', exceptionReason, { required: true }),
    note: text('说明', { max: 200 }),
  },
  {
    title: 'note',
    scope: { student: 'studentId', class: 'classId', department: 'departmentId' },
    sort: ['-from'],
    importKey: ['studentId', 'from'],
    refusals: {
      whom: '请填写学生或班级',
      otherClass: '{name}在{className}，不在所填的班级',
      order: '结束日期 {to} 早于开始日期 {from}',
    },
  },
)

/** Expected whereabouts in the night. */
export const EXPECTED = { expected: '应在寝', excused: '不在寝（已请假）', notResident: '不住宿' } as const
export type Expected = keyof typeof EXPECTED
/** By precedence: the first that applies decides. */
export const PRESENCE_SOURCES = {
  status: '不在校',
  stay: '没有入住',
  closed: '宿舍关闭',
  departure: '假期离校',
  leave: '请假离校',
  tempLocation: '临时外宿',
  exception: '不在寝登记',
} as const
export type PresenceSource = keyof typeof PRESENCE_SOURCES
export const isNotResident = (source: PresenceSource): boolean => source === 'status' || source === 'stay'
const ORDER = Object.keys(PRESENCE_SOURCES) as PresenceSource[]
/** Expectation for one student and night, from all sources. */
export function expectedOf(found: ReadonlyMap<PresenceSource, string>): { expected: Expected; source: PresenceSource | null; note: string | null } {
  const source = ORDER.find(s => found.has(s))
  if (!source) return { expected: 'expected', source: null, note: null }
  return { expected: isNotResident(source) ? 'notResident' : 'excused', source, note: found.get(source) ?? null }
}
/** Nights from the evening of `from` to the morning of `to`: on the last day the student is expected again. */
export const coversNight = ({ from, to }: { from: string; to: string }, night: string): boolean => from <= night && addDays(night, 1) <= to
