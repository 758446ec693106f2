import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { SampleRows } from '#testing/samples.ts'
import { USUAL_WEIGHTS } from './model/review-scores.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  society: n => ({
    code: `ST${n}`,
    name: `社团${n}`,
    level: 'school',
    otherAdvisorIds: null,
    memberCap: null,
    memberFee: null,
    star: 0,
    balance: 0,
    held: 0,
    state: 'active',
    resumesAs: null,
    lastGrade: null,
    probationProlonged: false,
    rectifyUntil: null,
    rectifyPlan: null,
  }),
  societyMember: () => ({ role: 'member', joinedOn: '2025-10-10', headTerms: null, state: 'active', removalReason: null, hearUntil: null, billLineId: null, feeXn: null }),
  societyFundEntry: n => ({
    kind: 'allocation',
    amount: 100,
    sourceType: 'sample',
    sourceId: `${n}`,
    sourceSeq: 1,
    reversesId: null,
    makerId: null,
    draftId: null,
    bizDate: '2025-10-10',
  }),
  societyFundDraft: () => ({
    kind: 'sponsorship',
    amount: 100,
    reversesId: null,
    state: 'asked',
    checkerId: null,
    adviserId: null,
    confirmerId: null,
    happenedOn: '2025-10-10',
    vouchers: [],
  }),
  advisorLog: n => ({ date: addDays(today(), -(n % 25)), hours: 1 }),
  societyFounding: n => ({
    name: `新社团${n}`,
    level: 'school',
    charter: [],
    charterParts: [],
    gatherUntil: '2025-10-10T00:00:00.000Z',
    state: 'lapsed',
    rankShare: 20,
    societyId: null,
  }),
  founderConsent: () => ({ state: 'ended', at: '2025-10-10T00:00:00.000Z' }),
  societyChange: () => ({ kind: 'rename', newName: '新名称', before: '旧名称', after: '新名称', charter: [], minutes: [], state: 'withdrawn' }),
  societyReviewRound: () => ({
    ...{ beginTime: '2030-06-10T08:00:00+08:00', endTime: '2030-06-25T08:00:00+08:00', periodFrom: '2029-09-01', periodTo: '2030-06-30' },
    ...{ weights: [...USUAL_WEIGHTS], stage: 'reporting' },
  }),
  societyReview: () => ({ members: 20, activities: 4, scores: [], total: 80, place: 1, faults: [], grade: 'good', star: 3, state: 'approved' }),
  societyDissolution: () => ({
    ...{ cause: 'violation', voteUntil: null, eligible: null, ayes: 0, noes: 0, voted: null, agreed: null, thingsBack: false, archived: false },
    ...{ state: 'dismissed', dissolvedOn: null },
  }),
  societyRating: n => ({ stars: (n % 5) + 1 }),
}
export default samples
