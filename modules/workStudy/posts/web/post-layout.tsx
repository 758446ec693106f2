import type { LayoutOf } from '#web/forms/layout.ts'
import { WeekSpans } from '#web/forms/WeekSpans.tsx'
import type { workPost } from '../model/post.ts'

const FIRST = { days: [1, 3], from: '14:00', to: '16:00' }
/** The form of a post. */
export const postLayout: LayoutOf<typeof workPost> = [
  { fields: ['unitId', 'title'] },
  'duties',
  { fields: ['postType', 'headcount'] },
  { fields: ['campusId', 'place'] },
  { field: 'schedule', render: props => <WeekSpans {...props} first={FIRST} /> },
  { fields: ['hoursPerWeek', 'payMode', 'rate'] },
  'requires',
  { fields: ['applyFrom', 'applyTo'] },
  { fields: ['workFrom', 'workTo'] },
  { fields: ['hazard', 'difficultyFirst'] },
  'safetyNote',
]
