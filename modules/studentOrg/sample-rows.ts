import { addDays } from '#modules/campus/model/days.ts'
import type { SampleRows } from '#testing/samples.ts'

const spanOf = (n: number) => ({ from: addDays('1960-01-01', n * 10), to: addDays('1960-01-01', n * 10 + 8) })
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  studentOrg: n => ({
    ...{ code: `ZZ${n}`, name: `组织${n}`, type: 'volunteerTeam', level: 'school', departmentId: null, grade: null, classId: null, leagueBranchId: null, parentId: null },
    ...{ otherGuideIds: null, staffCap: null, chairCap: null, deptCap: null, termMonths: 12, state: 'active', breachReason: null, endedOn: null, endReason: null },
  }),
  orgUnit: n => ({ name: `部门${n}`, sort: n % 100 }),
  orgPost: n => ({ unitId: null, name: `岗位${n}`, kind: 'officer', seats: 1, way: 'appointment', rights: null, sort: n % 100 }),
  orgTerm: n => ({ no: (n % 900) + 1, ...spanOf(n), congressOn: null, minutes: null, state: 'ended' }),
  orgAppointment: n => ({
    ...spanOf(n),
    seatNo: 1,
    way: 'appointment',
    basis: [],
    note: null,
    gradesNote: null,
    state: 'withdrawn',
    makerId: null,
    begunOn: null,
    endReason: null,
    postDoubt: null,
    successorsAskedOn: null,
  }),
  appointmentImport: n => ({ ...spanOf(n), unit: null, post: `岗位${n}`, appointmentId: null }),
  orgElection: n => ({
    ...{
      name: `选举${n}`,
      postIds: [],
      frozenSeats: [],
      roundNo: 1,
      previousId: null,
      consent: [],
      voteTo: '2125-10-10T00:00:00.000Z',
      from: '2125-10-20',
      voters: null,
      present: null,
    },
    ...{ minutes: [], note: null, state: 'nominating' },
  }),
  orgCandidate: () => ({ statement: '愿意服务同学', consent: [], state: 'stood', reason: null, votes: null, result: null, passedOver: null }),
  orgVoter: () => ({ votedOn: null }),
  orgEvaluation: () => ({
    ...{ beginTime: '2030-06-10T08:00:00+08:00', endTime: '2030-06-25T08:00:00+08:00', students: 40, guides: 40, colleagues: 20, excellentPercent: 20, stage: 'judging' },
  }),
  orgEvalResult: () => ({ report: '做了一年', guideMarks: null, total: null, grade: null, gradeReason: null, months: null, hearing: null, state: 'open' }),
}
export default samples
