import { seededRandom } from '#model/random.ts'
import { COLLEGES, departmentName, KEYWORDS, type PlainRow, student } from './generate.ts'
import type { Shot } from './load.ts'
import { call, type School, type Session } from './product.ts'
import { draftOf } from './school.ts'

/** The three workloads, as requests to both servers. */
type Headers = Readonly<Record<string, string>>
interface ListQuery {
  college: number
  keyword: string
  page: number
}
/** As many columns as the plain table has, with the same or the closest content. */
export const LIST_COLUMNS =
  'studentNo,name,genderCode,classId,majorId,departmentId,grade,idNo,phone,status,birthDate,ethnicityCode,nativeCanton,politicalCode,level,email,category,campusId,enrolDate,homeAddress,emergencyName,emergencyPhone'
const JSON_BODY = { 'content-type': 'application/json' }
const next = seededRandom(7)
const one = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
/** New students go into the last college, so that the measured lists do not change. */
const LISTED = COLLEGES.length - 1
const LISTS: ListQuery[] = Array.from({ length: 500 }, () => ({ college: Math.floor(next() * LISTED), keyword: one(KEYWORDS), page: 1 + Math.floor(next() * 3) }))

export const plainLists = (headers: Headers): Shot[] =>
  LISTS.map(({ college, keyword, page }) => ({
    method: 'GET',
    headers,
    path: `/students?${new URLSearchParams({ department: departmentName(college, 0), q: keyword, page: String(page) })}`,
  }))
export const ourLists = (headers: Headers, school: School, columns = LIST_COLUMNS): Shot[] =>
  LISTS.map(asked => ({ method: 'GET', headers, path: listPath(asked, school, columns) }))
const listPath = ({ college, keyword, page }: ListQuery, school: School, columns: string): string => {
  const query = { current: String(page), size: '20', 'filters.departmentId': school.departments[college] as string, 'filters.name.like': keyword, columns }
  return `/api/flySource-base/student/list?${new URLSearchParams(query)}`
}
export const plainReads = (headers: Headers, ids: readonly number[]): Shot[] => ids.map(id => ({ method: 'GET', headers, path: `/students/${id}` }))
export const ourReads = (headers: Headers, school: School, columns = LIST_COLUMNS): Shot[] =>
  school.students.map(id => ({ method: 'GET', headers, path: `/api/flySource-base/student/getOne?${new URLSearchParams({ id, columns })}` }))

let serial = 0
const base = Math.floor(Date.now() / 1000) % 1_000_000
/** A student not yet created. */
function fresh(): ReturnType<typeof student> {
  const made = student(60_000 + ++serial + (base % 1000) * 100_000, next)
  made.row.student_no = `N${base}${String(serial).padStart(7, '0')}`
  return made
}
const MOST_PER_SECOND = 20_000
export function plainCreates(headers: Headers): (seconds: number) => Shot[] {
  return seconds =>
    Array.from({ length: seconds * MOST_PER_SECOND }, () => {
      const row: PlainRow = { ...fresh().row, campus: '东', department: departmentName(LISTED, 0) }
      return { method: 'POST', path: '/students', headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(row) }
    })
}
export function ourCreates(headers: Headers, school: School): (seconds: number) => Shot[] {
  const classes = school.classes.filter(c => c.college === LISTED)
  return seconds =>
    Array.from({ length: (seconds * MOST_PER_SECOND) / 2 }, () => {
      const { id: classId, grade } = one(classes)
      const made = fresh()
      const draft = { ...draftOf(made), classId, enrolDate: `${grade}-09-01`, expectedGraduation: `${grade + 3}-07-01` }
      return {
        method: 'POST',
        path: '/api/flySource-base/student/add',
        headers: { ...headers, ...JSON_BODY, 'idempotency-key': `bench-${made.row.student_no}` },
        body: JSON.stringify(draft),
      }
    })
}
interface VenueDraft {
  code: string
  name: string
  type: string
  capacity: number
}
/** A room not yet created. */
function freshVenue(): VenueDraft {
  const code = `V${base}${String(++serial).padStart(7, '0')}`
  return { code, name: `教学楼 ${code}`, type: 'classroom', capacity: 30 + (serial % 90) }
}
const MOST_VENUES = 12_000
const venueShots = (headers: Headers, path: string, draft: (venue: VenueDraft) => object, most: number): ((seconds: number) => Shot[]) => {
  return seconds =>
    Array.from({ length: seconds * most }, () => {
      const venue = freshVenue()
      return { method: 'POST', path, headers: { ...headers, ...JSON_BODY, 'idempotency-key': `bench-${venue.code}` }, body: JSON.stringify(draft(venue)) }
    })
}
export const plainVenues = (headers: Headers): ((seconds: number) => Shot[]) =>
  venueShots(headers, '/venues', venue => ({ ...venue, campus: '东', department: departmentName(LISTED, 0) }), MOST_VENUES)
export const ourVenues = (headers: Headers, { campus, departments }: School): ((seconds: number) => Shot[]) =>
  venueShots(headers, '/api/flySource-base/venue/add', venue => ({ ...venue, campusId: campus, departmentId: departments[LISTED] }), MOST_VENUES / 2)
/** Asserts that both servers return the same rows before anything is measured. */
export async function assertSame(plain: { port: number; headers: Headers }, ours: Session, school: School): Promise<void> {
  for (const asked of LISTS.slice(0, 25)) {
    const path = plainLists(plain.headers)[LISTS.indexOf(asked)]?.path
    const theirs = (await (await fetch(`http://127.0.0.1:${plain.port}${path}`, { headers: plain.headers })).json()) as { total: number; rows: Array<{ student_no: string }> }
    const page = await call<{ result: Array<{ studentNo: string }>; page: { total: number } }>(ours, listPath(asked, school, LIST_COLUMNS).replace('/api/flySource-base/', ''))
    const [a, b] = [theirs.rows.map(r => r.student_no).join(), page.result.map(r => r.studentNo).join()]
    if (theirs.total !== page.page.total || a !== b) throw new Error(`the two servers do not find the same for ${JSON.stringify(asked)}: ${theirs.total} and ${page.page.total}`)
  }
}
