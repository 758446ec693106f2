import type { SampleRows } from '#testing/samples.ts'

const moment = (n: number, clock: string): string => `2030-09-${String(10 + (n % 15)).padStart(2, '0')}T${clock}:00+08:00`
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  activity: n => ({
    title: `活动${n}`,
    level: 'school',
    startAt: moment(n, '14:00'),
    endAt: moment(n, '16:00'),
    enrolFrom: moment(1, '08:00'),
    enrolTo: moment(2, '08:00'),
    cancelUntil: null,
    collegeIds: null,
    grades: null,
    quota: 20,
    enrolWay: 'first',
    drawSeed: null,
    drawHash: null,
    drawnAt: null,
    held: 0,
    waitlist: 5,
    risks: null,
    riskPlan: [],
    hours: 2,
    points: 1,
    labourHours: 0,
    signRule: 'in',
    organiserType: 'department',
    state: 'approved',
    signTaskId: null,
  }),
  activityEnrolment: n => ({
    seq: n,
    state: 'admitted',
    offeredUntil: null,
    admittedAt: null,
    drawNo: null,
    drawRank: null,
    drawHalf: false,
    cancelledAt: null,
    hours: null,
    hasRated: false,
    objection: null,
    objectionReason: null,
  }),
}
export default samples
