import { entityNamed } from '#model'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  presortPlan: n => ({
    name: `方案${n}`,
    xn: '2026-2027',
    studentFilter: { grades: [2026], departmentIds: [], classIds: [], genderCode: null },
    poolFilter: { campusIds: [], dormIds: [], floorIds: [], fromPlanId: null, ownCollege: false },
    startDate: '2099-09-01',
    rules: {},
    state: 'draft',
    mode: 'toStudent',
  }),
  presortQuota: async (n, db) => ({ genderCode: '1', beds: n, rooms: null, departmentId: (await sampleRow(db, entityNamed('department'))).id, gradeMajorId: null, classId: null }),
  presortPin: () => ({ kind: 'exclude', bedId: null }),
  presortRun: n => ({ runNo: n, state: 'done' }),
}
export default samples
