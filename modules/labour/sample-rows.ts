import type { SampleRows } from '#testing/samples.ts'

const moment = (n: number, clock: string): string => `2030-09-${String(10 + (n % 15)).padStart(2, '0')}T${clock}:00+08:00`
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  labourPlan: n => ({ educationLevel: '9', grade: 1960 + (n % 100), courseHours: 16, minutesPerHour: 45 }),
  labourProject: () => ({
    beginTime: moment(1, '08:00'),
    endTime: moment(5, '08:00'),
    kind: 'practice',
    category: 'service',
    capacity: 10,
    enrolled: 0,
    hoursCap: 2,
    sessions: [{ start: moment(9, '14:00'), end: moment(9, '16:00'), hours: 2 }],
  }),
  labourSession: n => ({ no: n, startsAt: moment(n, '14:00'), endsAt: moment(n, '16:00'), hours: 2 }),
  labourAttendance: () => ({ method: 'sign', state: 'present', hours: 2, signLineId: null }),
  labourAccount: () => ({ course: 0, daily: 0, production: 0, service: 0 }),
  labourHours: n => ({ kind: 'service', amount: 20, sourceType: 'test', sourceId: `${n}`, sourceSeq: 1, reversesId: null }),
  labourGrade: () => ({ score: 80, grade: 'good', isMet: true, credit: 1 }),
  labourSelfRecord: () => ({ date: '2026-10-10', where: 'family', category: 'daily', minutes: 60, hours: 1, state: 'approved' }),
  labourDuty: n => ({ groupNo: 1 + (n % 30), place: `花园 ${n}`, work: '除草', tools: '锄头' }),
  labourEnrolment: n => ({ arrival: n, state: 'waiting', performance: 80, report: 80, score: 80 }),
}
export default samples
