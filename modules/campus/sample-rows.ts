import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { schoolYear, term } from './model/calendar.ts'
import { gradeMajor, major, stuClass } from './model/organisation.ts'

const year = (n: number): number => 1100 + (n % 800)
/** Values that the campus's own constraints ask for. */
const samples: SampleRows = {
  schoolYear: n => ({ xn: `${year(n)}-${year(n) + 1}`, startDate: `${year(n)}-09-01`, endDate: `${year(n) + 1}-08-31` }),
  major: () => ({ maxYears: 5 }),
  term: async (n, db) => {
    const { xn } = await sampleRow(db, schoolYear)
    const from = String(xn).slice(0, 4)
    return { name: `第 ${n} 学期`, xn, xqM: '1', startDate: `${from}-09-01`, endDate: `${Number(from) + 1}-01-20`, week1Start: `${from}-09-01`, switchDate: `${from}-08-25` }
  },
  calendarDay: async (n, db) => {
    const { xn, xqM } = await sampleRow(db, term)
    return { date: `${year(n)}-10-0${(n % 8) + 1}`, xn, xqM }
  },
  canton: n => ({ code: `1${String(n).padStart(5, '0')}`, level: 'province', parentCode: null }),
  building: () => ({ usage: 'dormitory' }),
  gradeMajor: async (_n, db) => {
    const { id: majorId, departmentId, level, duration } = await sampleRow(db, major)
    return { majorId, departmentId, level, duration, grade: 2023 }
  },
  stuClass: async (_n, db) => {
    const { id: gradeMajorId, majorId, departmentId, campusId, grade } = await sampleRow(db, gradeMajor)
    return { gradeMajorId, majorId, departmentId, campusId, grade, startDate: '2023-09-01', expectedEnd: '2026-07-01' }
  },
  lesson: async (_n, db) => ({ xn: (await sampleRow(db, term)).xn, xqM: '1', weeks: '1-3', sectionFrom: 1, sectionTo: 2, classIds: [(await sampleRow(db, stuClass)).id] }),
  venueBooking: n => ({
    from: `2030-0${1 + (n % 9)}-10T08:00:00+08:00`,
    to: `2030-0${1 + (n % 9)}-10T10:00:00+08:00`,
    busyFrom: `2030-0${1 + (n % 9)}-10T08:00:00+08:00`,
    busyTo: `2030-0${1 + (n % 9)}-10T10:00:00+08:00`,
    setupMin: 0,
    clearMin: 0,
    state: 'released',
    heldUntil: null,
  }),
  lessonSection: () => ({ begin: '08:00', end: '08:45' }),
  classStaff: () => ({ startDate: '2023-09-01', endDate: null }),
}
export default samples
