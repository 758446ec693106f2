import { uuidv7 } from '#server/base/uuid.ts'
import type { SampleRows } from '#testing/samples.ts'

const xn = (n: number): string => `${1100 + (n % 800)}-${1101 + (n % 800)}`
/** Values that the constraints of the tables ask for. */
const samples: SampleRows = {
  rolloverRun: n => ({ fromXn: xn(n), toXn: xn(n + 1), steps: [], state: 'undone' }),
  rolloverLine: n => ({ state: 'planned', reason: null, key: String(n), rowEntity: 'stuClass', rowId: uuidv7() }),
}
export default samples
