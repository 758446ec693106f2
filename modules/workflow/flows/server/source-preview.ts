import type { Approver, ApproverSource } from '#flow/index.ts'
import { refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { previewSource } from '../model/process-design.ts'
import { readSource } from '../model/read-graph.ts'
import { Wrong } from '../model/strict.ts'
import { accountsFor, Needs } from './accounts.ts'
import { candidatesFor, findPeopleOfAll, type Who } from './people.ts'
import { schoolOf } from './places.ts'
import { isSupplied } from './relations.ts'

interface Line {
  place: string
  people: string | null
  isMissing: boolean
}
const MOST_LINES = 500
const MOST_TEXT = 500
/** A fictitious student of the place, for resolving a source. */
const anybody = (departmentId: string | null, classId: string | null): Who => ({ applicantId: '', studentId: null, departmentId, classId, row: {} })

/** Parses a source from the request; refuses an invalid one. */
function sourceOf(given: unknown): ApproverSource {
  try {
    return readSource(given)
  } catch (error) {
    if (error instanceof Wrong) throw refusalOf(previewSource, 'form', { at: error.at }, 'source')
    throw error
  }
}
export default handle(previewSource, async ({ db, lang }, { source }) => {
  const lines = await linesOf(db, lang, sourceOf(source))
  const missing = lines.filter(l => l.isMissing)
  return { lines: [...missing, ...lines.filter(l => !l.isMissing)].slice(0, MOST_LINES), total: lines.length, missing: missing.length }
})
/** People a source finds per place: classes, colleges, or the whole school. */
export function linesOf(db: Db, lang: Lang, source: ApproverSource): Promise<Line[]> {
  if (source.by === 'relation' && (source.relation === 'fdy' || source.relation === 'bzr')) return byClass(db, source)
  if (source.by === 'head' || (source.by === 'relation' && source.relation === 'college') || (source.by === 'role' && source.inDepartment)) return byCollege(db, source)
  return wholeSchool(db, lang, source)
}
async function byClass(db: Db, source: ApproverSource): Promise<Line[]> {
  const { departments } = await schoolOf(db)
  const classes = [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active').sort((a, b) => a.classNo.localeCompare(b.classNo))
  const found = await findPeopleOfAll(
    db,
    source,
    classes.map(c => anybody(c.departmentId, c.id)),
  )
  return lined(
    db,
    classes.map(c => `${departments.get(c.departmentId)?.name ?? ''} ${c.name}`.trim()),
    found,
  )
}
/** Departments with classes. */
async function byCollege(db: Db, source: ApproverSource): Promise<Line[]> {
  const { departments } = await schoolOf(db)
  const ids = new Set([...(await db.cached(stuClass)).values()].filter(c => c.state === 'active').map(c => c.departmentId))
  const colleges = [...departments.values()].filter(d => ids.has(d.id)).sort((a, b) => a.code.localeCompare(b.code))
  const found = await findPeopleOfAll(
    db,
    source,
    colleges.map(d => anybody(d.id, null)),
  )
  return lined(
    db,
    colleges.map(d => d.name),
    found,
  )
}
async function lined(db: Db, places: readonly string[], found: ReadonlyArray<readonly Approver[]>): Promise<Line[]> {
  const needs = new Needs()
  for (const person of found.flat()) needs.userIds.add(person.userId)
  const { byId } = await accountsFor(db, needs)
  return places.map((place, i) => {
    const people = (found[i] ?? []).map(f => byId.get(f.userId)?.name ?? '').join('、')
    return { place, people: people.slice(0, MOST_TEXT) || null, isMissing: !people }
  })
}
/** Texts for sources resolvable only for an actual application. */
const LATER = {
  field: '由表单里填的人办理',
  chosen: '由申请人或上一步审批人选择',
  previous: '由上一步的审批人办理',
  applicant: '由申请人办理',
} as const
async function wholeSchool(db: Db, lang: Lang, source: ApproverSource): Promise<Line[]> {
  const place = translate(lang, '全校')
  if (source.by === 'relation')
    return isSupplied(db, source.relation)
      ? [{ place, people: translate(lang, '按每份申请确定'), isMissing: false }]
      : [{ place, people: translate(lang, '系统里还没有这种关系的数据'), isMissing: true }]
  if (source.by === 'chosen' && (source.userIds?.length || source.roles?.length)) {
    const people = (await candidatesFor(db, source)).map(c => c.name).join('、')
    return [{ place, people: people.slice(0, MOST_TEXT) || null, isMissing: !people }]
  }
  if (source.by in LATER) return [{ place, people: translate(lang, LATER[source.by as keyof typeof LATER]), isMissing: false }]
  return lined(db, [place], await findPeopleOfAll(db, source, [anybody(null, null)]))
}
