import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  creditLoan: n => ({
    kind: 'origin',
    bank: '1',
    contractNo: `HT2026${n}`,
    approved: 8000_00,
    arrived: 0,
    offsetTotal: 0,
    surplus: 0,
    repaid: 0,
    state: 'settled',
    surplusTo: 'payout',
  }),
  loanArrivalFile: n => ({ digest: `digest${n}`, count: 1, matched: 0, again: 0 }),
  loanArrival: n => ({ line: n, loanId: null, amount: 800_00, bankSeq: `SEQ${n}`, matched: false, why: 'unknown', offsetTotal: 0, surplus: 0, round: 1 }),
  loanConfirmation: () => ({ loans: 1, balance: 8000_00, state: 'open', signature: [] }),
  loanChange: n => ({ kind: 'suspend', happenedOn: '2026-10-08', sourceId: `c${n}`, reportedOn: null }),
  loanDefault: () => ({ bank: '1', asOf: '2026-10-31', overdue: 300_00, days: 30 }),
  loanRenewal: n => ({
    ...{ processType: 'loanRenewal', name: `续贷${n}`, beginTime: '2026-04-01T08:00:00+08:00', endTime: '2026-04-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null },
  }),
  loanRenewalLine: () => ({ answer: 'stop', statement: null, checkedAt: null, checkedById: null, returnNote: null, loanId: null }),
  loanExtension: n => ({ school: `大学${n}`, study: 'master', from: '2027-09-01', until: '2030-06-30', proofs: [], state: 'withdrawn' }),
  loanReceipt: n => ({ checkCode: `AB${1000 + n}`, deadline: '2026-10-20', state: 'toEnter', proof: [] }),
}
export default samples
