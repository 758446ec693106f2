import { studentNumbers } from '#modules/student/server/api.ts'
import { presenceState } from '../model/presence-state.ts'

export default studentNumbers(presenceState)
