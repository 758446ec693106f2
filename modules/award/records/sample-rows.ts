import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  awardRecord: n => ({
    ...{
      xn: `${2000 + (n % 900)}-${2001 + (n % 900)}`,
      grantedOn: '2999-01-01',
      level: null,
      state: 'valid',
      revokedOn: null,
      applicationId: null,
      batchId: null,
      source: 'import',
    },
  }),
}
export default samples
