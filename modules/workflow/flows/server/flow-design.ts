import sql from 'sql-template-tag'
import type { FlowSubject } from '#flow/index.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { POSITIONS } from '../model/parameters.ts'
import { processDef } from '../model/process.ts'
import { flowOf } from '../model/process-design.ts'
import { versionNo } from './definitions.ts'
import { factIn, labelsIn, wordedFacts } from './facts.ts'
import { drawingOf, subjectFor } from './flow-drafts.ts'
import { problemsIn } from './problems.ts'
import { dwellOf } from './typical-durations.ts'

const DWELL_DAYS = 30
interface Published {
  no: number
  publishedAt: string
  publishedByName: string | null
  note: string | null
  runningCount: number
}
const published = (db: Db, defId: string): Promise<Published[]> =>
  db.query<Published>(sql`select v.no, v.published_at as "publishedAt", u.nick_name as "publishedByName", v.note,
      (select count(*)::int from process_instance i where i.tenant_id = v.tenant_id and i.def_version_id = v.id and i.state in ('pending', 'returned', 'suspended')) as "runningCount"
    from process_version v left join sys_user u on u.tenant_id = v.tenant_id and u.id = v.published_by where v.tenant_id = ${db.me.tenantId} and v.def_id = ${defId} order by v.no desc`)
const formIn = (lang: Lang, { entity, form }: FlowSubject) =>
  form.flatMap(name => {
    const field = entity.fields[name]
    return field ? [{ name, label: translate(lang, field.label), kind: field.kind }] : []
  })

export default handle(flowOf, async ({ db, lang, refuse }, { id, no }) => {
  const def = await db.visible(processDef).one(id)
  const subject = subjectFor(def)
  const graph = no ? (await versionNo(db, id, no))?.graph : await drawingOf(db, def)
  if (!graph) return refuse('noVersion', { name: def.name, no })
  const versions = await published(db, id)
  return {
    ...{ id, version: def.version, code: def.code, name: def.name, processType: def.processType, processTypeName: translate(lang, subject.label) },
    ...{ state: def.state ?? 'draft', currentVersion: def.currentVersion ?? 0, draftedAt: def.draftedAt, graph, versions },
    runningCount: versions.reduce((sum, v) => sum + v.runningCount, 0),
    problems: await problemsIn(db, lang, graph, subject, def.code),
    facts: (await wordedFacts(db, subject)).map(f => factIn(lang, f)),
    form: formIn(lang, subject),
    ...{ mandatory: labelsIn(lang, subject.mandatory), autos: labelsIn(lang, subject.autos), positions: labelsIn(lang, POSITIONS) },
    dwell: await dwellOf(db, id, DWELL_DAYS),
  }
})
