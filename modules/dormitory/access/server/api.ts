/** What other parts of the module may call. */
export { openIncident } from './duty.ts'
export { settleAbsences } from './handle-alerts.ts'
export { nightHistories } from './night-history.ts'
export { hurriedPassages, lastPassages, nightsInside, type Passage, passagesOf } from './passages.ts'
export { accessSettings } from './settings.ts'
export { recordingDorms, silentDorms } from './silence.ts'
