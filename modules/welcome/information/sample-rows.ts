import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { welcomeInfo: () => ({ family: [{ relation: '51', name: '林建国', phone: '13912345678', employer: null, isGuardian: true }], sections: ['contact'] }) }
export default samples
