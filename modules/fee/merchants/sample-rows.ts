import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the account's rules: keys belong to accounts that have some. */
const samples: SampleRows = {
  merchantAccount: () => ({
    provider: 'counter',
    mode: 'test',
    scenes: ['counter'],
    isEnabled: false,
    gateway: null,
    contract: null,
    privateKey: null,
    certificate: null,
    providerKey: null,
    apiKey: null,
  }),
  sandboxTrade: n => ({ orderNo: `P20260901SAMPLE${n}`, amount: 100_00, state: 'waiting', refunds: null }),
}
export default samples
