import sql from 'sql-template-tag'
import { metresOutsideAll } from '#model/geo.ts'
import { handle } from '#server/context.ts'
import { tryFences } from '../model/actions.ts'
import { parseFences } from '../model/fences.ts'
import { signLine } from '../model/sign-line.ts'
import { settingsOf } from './settings.ts'

const DAYS = 7
const MOST = 20_000
interface Stood {
  studentId: string
  latitude: number
  longitude: number
  accuracy: number
}
/** Positions are evaluated on the server; only two counts are returned. */
export default handle(tryFences, async ({ db, refuse }, { fences }) => {
  const { minRadius, maxFences } = await settingsOf(db)
  const read = parseFences(fences, minRadius, maxFences)
  if ('problem' in read || !read.fences.length) return refuse('form', { n: 'problem' in read ? read.problem.n : 1 }, 'fences')
  const stood = await db.query<Stood>(sql`select l.student_id as "studentId", l.lat::float8 as latitude, l.lng::float8 as longitude, coalesce(l.accuracy, 0) as accuracy
    from ${db.visibleFor(signLine, 'signIn:signLine:list').rows()} l where l.date > current_date - ${DAYS}::int and l.lat is not null and l.state in ('signed', 'late') order by l.date desc limit ${MOST}`)
  const refused = stood.filter(spot => metresOutsideAll(read.fences, spot) > spot.accuracy)
  return { total: stood.length, refused: refused.length, students: new Set(refused.map(r => r.studentId)).size }
})
