import { takenTimes } from '#server/extensions/taken-times.ts'
import { leaveSpans } from './api.ts'

export default takenTimes('leave.leave', async (db, { id }, span) =>
  (await leaveSpans(db, span, [id])).map(({ from, to }) => ({ kind: 'leave' as const, name: { text: '请假' }, sourceId: '', from, to })),
)
