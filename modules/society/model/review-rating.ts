import { entity, integer, ref } from '#model'

const fixed = { required: true, immutable: true } as const
export const MOST_STARS = 5
/** 成员评分: how content a member is with the society, once a round. Only the mean of many is told; nobody lists them. */
export const societyRating = entity(
  'society.societyRating',
  '成员评分',
  {
    roundId: ref('societyReviewRound', '社团年审', fixed),
    societyId: ref('society', '社团', fixed),
    studentId: ref('student', '学生', fixed),
    stars: integer('评分', { required: true, readonly: true, min: 1, max: MOST_STARS, secret: 'internal' }),
  },
  { title: 'studentId', scope: { student: 'studentId' }, unique: [['roundId', 'societyId', 'studentId']], verbs: [] },
)
