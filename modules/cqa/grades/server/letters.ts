import { refusalOf } from '#model'
import { rules } from '#server/context.ts'
import { courseGrade, gradeLetter } from '../model/course-grade.ts'

export default rules(gradeLetter, {
  async remove({ db }, row) {
    const [used] = await db.unscoped(courseGrade).all({ letterId: row.id }, { limit: 1 }) // whoever's it is
    if (used) throw refusalOf(gradeLetter, 'used', { name: row.name })
  },
})
