import { isPresent } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'
import { engagement } from '../model/engagement.ts'
import { workPost } from '../model/post.ts'

/** 30-SC2, 40-W9: the posts that a student who leaves is no longer on; their unit has to fill them again. */
export default consequence({
  code: 'workStudy.posts',
  order: 36,
  async of(db, { studentId, to }) {
    if (isPresent(to.status)) return []
    const active = await db.unscoped(engagement).all({ studentId, state: 'active' }) // whoever decides on the student is told what ends
    const posts = await db.unscoped(workPost).all({ id: active.map(e => e.postId) }) // of these
    return posts.map(({ title }) => ({ label: '勤工助学离岗', value: title, tone: 'attention' as const }))
  },
})
