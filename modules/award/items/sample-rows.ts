import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  awardItem: n => ({
    ...{ code: `T${n}`, name: `奖项${n}`, category: 'honour', awardGrade: 'school', subject: 'student' },
    ...{ levels: [{ name: '不分等级', amount: null, figure: null, share: null }], exclusions: null, conditions: null },
    ...{ statementMin: 10, statementMax: 500, donorFrom: null, donorUntil: null },
  }),
}
export default samples
