import { createHash } from 'node:crypto'
import { parseFields } from '#fields/parse.ts'
import { fill, type Issue, permissionKey, Refusal, type Row, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Blob, type Ctx, handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { checkExport, makeExport } from '../model/actions.ts'
import { namesIn } from '../model/columns.ts'
import { exportLog, exportProfile } from '../model/profile.ts'
import { cellOf, problemsOf } from './cells.ts'
import { type DataRow, type Dataset, datasetNamed } from './datasets.ts'
import { fileOf, lackingIn, type Profile, type Table, zipOf } from './write-file.ts'

type Asks = Pick<Ctx, 'db' | 'me' | 'lang' | 'ip' | 'traceId'>
/** What whoever exports decides. */
export interface Choices {
  isPartial?: boolean | null
  password?: string | null
  reason?: string | null
}
export interface Failing {
  id: string
  name: string
  link: string | null
  problems: string[]
}
const LEAST_PASSWORD = 8
/** Fields that a profile's columns show. */
const fieldsOf = ({ columns }: Pick<Profile, 'columns'>): string[] =>
  (columns ?? []).flatMap(c => (c.source === 'field' ? [c.field ?? ''] : c.source === 'template' ? namesIn(c.text ?? '') : []))
const shows = (of: Dataset, profile: Pick<Profile, 'columns'>, levels: ReadonlyArray<'S1' | 'S2'>): boolean =>
  fieldsOf(profile).some(name => levels.some(level => of.fields[name]?.options.sensitivity === level))
export const isSensitive = (of: Dataset, profile: Pick<Profile, 'columns'>): boolean => shows(of, profile, ['S2'])

/** 40-X2: which rows do not meet what the receiver demands, with the place to mend each. */
export function failingRows(lang: Asks['lang'], of: Dataset, profile: Profile, rows: readonly DataRow[]): Failing[] {
  const lacks = lackingIn(profile)
  const said = ({ text, values }: Issue): string => fill(translate(lang, text), values)
  return rows.flatMap(row => {
    const problems = (profile.columns ?? []).flatMap(c => [...problemsOf(c, of.fields[c.field ?? ''], row.values[c.field ?? ''], cellOf(of, c, row), lacks)].map(said))
    return problems.length ? [{ id: row.id, name: row.name, link: row.link, problems }] : []
  })
}
/** The profile, in force today, and its dataset; refused without the permission for its rows. */
export async function usable({ db, me }: Asks, profileId: string): Promise<{ profile: Profile; of: Dataset }> {
  const profile = await db.unscoped(exportProfile).one(profileId) // formats only; rows are the dataset's
  if (!profile.isEnabled) throw refusalOf(exportProfile, 'isOff', { name: profile.name })
  if (profile.validFrom > today()) throw refusalOf(exportProfile, 'tooEarly', { name: profile.name, day: profile.validFrom })
  const of = datasetNamed(db, profile.dataset)
  if (!me.permissions.has(permissionKey(of.of, 'export'))) throw new Refusal(403, [refusalOf(exportProfile, 'denied', { label: { text: of.label } }).issues[0] as Issue])
  return { profile, of }
}
const checkedFilter = (of: Dataset, given: unknown): Record<string, unknown> => {
  const { values, issues } = parseFields(of.filter, (given ?? {}) as Record<string, unknown>)
  if (issues.length) throw new Refusal(422, issues)
  return values
}
/** 40-X4: a file with sensitive columns needs the further permission, one with S2 columns also a reason and a password. A receiver has no use for masks, so nothing is masked here. */
function guard(me: Asks['me'], of: Dataset, profile: Profile, { password, reason }: Choices): boolean {
  if (!shows(of, profile, ['S1', 'S2'])) return false
  if (!me.permissions.has(permissionKey(of.protectedBy ?? of.of, 'reveal'))) throw new Refusal(403, [refusalOf(exportProfile, 'sensitive').issues[0] as Issue])
  if (!isSensitive(of, profile)) return false
  if ((password?.length ?? 0) < LEAST_PASSWORD) throw refusalOf(exportProfile, 'password', {}, 'password')
  if (!reason?.trim()) throw refusalOf(exportProfile, 'reason', {}, 'reason')
  return true
}
/** Portions of a split profile, with the name each file has. */
function portionsOf({ splitBy, maxRows }: Profile, rows: readonly DataRow[]): Array<{ part: string; rows: readonly DataRow[] }> {
  if (splitBy === 'college') return [...Map.groupBy(rows, row => row.college ?? '未分学院')].map(([part, of]) => ({ part, rows: of }))
  if (splitBy === 'none' || !maxRows) return [{ part: '', rows }]
  return Array.from({ length: Math.ceil(rows.length / maxRows) }, (_, n) => ({ part: `${n + 1}`, rows: rows.slice(n * maxRows, (n + 1) * maxRows) }))
}
const safe = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\r\n]/g, ' ')
    .trim()
    .slice(0, 120)
function nameOf(profile: Profile, part: string, title: string, isPartial: boolean): string {
  const named = profile.fileNamePattern.replace(/\{(\w+)\}/g, (_, key: string) => ({ profile: profile.name, date: today(), college: part, n: part, title })[key] ?? '')
  return safe(`${named}${part && !/\{(college|n)\}/.test(profile.fileNamePattern) ? `-${part}` : ''}${isPartial ? '（部分）' : ''}`)
}
/** Makes the file and logs it. `title` names what it is of; rows are those to be exported. */
async function write(
  ctx: Asks,
  { profile, of }: { profile: Profile; of: Dataset },
  given: { filter: Record<string, unknown>; rows: readonly DataRow[]; leftOut: number; title?: string; againOf?: string },
  choices: Choices,
) {
  const { db, me } = ctx
  const sensitive = guard(me, of, profile, choices)
  if (!given.rows.length) throw refusalOf(exportProfile, 'empty')
  const columns = profile.columns ?? []
  const files = await Promise.all(
    portionsOf(profile, given.rows).map(async ({ part, rows }) => {
      const name = nameOf(profile, part, given.title ?? '', given.leftOut > 0)
      const table: Table = { name, columns, rows: rows.map(row => columns.map(c => cellOf(of, c, row))) }
      return { name: `${name}.${profile.format}`, content: await fileOf(profile, table) }
    }),
  )
  const isZip = sensitive || files.length > 1
  const name = isZip ? `${nameOf(profile, '', given.title ?? '', given.leftOut > 0)}.zip` : (files[0]?.name ?? '')
  const content = JSON.stringify(given.rows)
  const log = await db.insert(exportLog, {
    ...{ profileId: profile.id, revision: profile.revision, dataset: of.code, filter: given.filter, fileName: name, rowCount: given.rows.length, leftOut: given.leftOut },
    ...{ isSensitive: sensitive, reason: choices.reason ?? null, digest: createHash('sha256').update(content).digest('hex'), againOf: given.againOf ?? null },
    ...{ exportedBy: me.userId || null, exportedAt: new Date().toISOString(), content },
  })
  await audit(ctx as KernelCtx, 'export', 'exportLog', log.id, {
    rows: given.rows.length,
    profile: profile.code,
    revision: profile.revision,
    fileName: name,
    reason: choices.reason ?? null,
  })
  const bytes = isZip ? await zipOf(files, sensitive ? (choices.password ?? '') : undefined) : (files[0]?.content ?? Buffer.alloc(0))
  return { logId: log.id, blob: { blob: bytes, type: 'application/octet-stream', headers: downloadHeaders(name, given.rows.length) } satisfies Blob }
}
/**
 * Makes a file of rows by a profile, for a module whose own work it is. All rows are checked first (40-X2): without `isPartial` a failing one refuses the whole; with it the
 * failing ones are left out and returned.
 */
export async function makeFile(
  ctx: Asks,
  profileId: string,
  given: { dataset: string; filter: Record<string, unknown>; rows: readonly DataRow[]; title?: string },
  choices: Choices,
) {
  const found = await usable(ctx, profileId)
  if (found.of.code !== given.dataset) throw refusalOf(exportProfile, 'dataset', { dataset: given.dataset }, 'profileId')
  const failing = failingRows(ctx.lang, found.of, found.profile, given.rows)
  if (failing.length && !choices.isPartial) throw refusalOf(exportProfile, 'failing', { n: failing.length }, 'isPartial')
  const bad = new Set(failing.map(f => f.id))
  const made = await write(ctx, found, { ...given, rows: given.rows.filter(row => !bad.has(row.id)), leftOut: bad.size }, choices)
  return { ...made, failing }
}
/** The rows of a logged export again, as they were. */
export const makeAgain = (ctx: Asks, found: { profile: Profile; of: Dataset }, log: Row<typeof exportLog>, rows: readonly DataRow[], choices: Choices) =>
  write(ctx, found, { filter: (log.filter ?? {}) as Record<string, unknown>, rows, leftOut: log.leftOut, againOf: log.id }, choices)

const SHOWN = 100
export default [
  handle(checkExport, async (ctx, { profileId, filter }) => {
    const { profile, of } = await usable(ctx, profileId)
    const rows = await of.rows(ctx, checkedFilter(of, filter))
    const failing = failingRows(ctx.lang, of, profile, rows)
    return {
      count: rows.length,
      bad: failing.length,
      isSensitive: isSensitive(of, profile),
      failing: failing.slice(0, SHOWN).map(({ name, link, problems }) => ({ name, link, problems })),
    }
  }),
  handle(makeExport, async (ctx, { profileId, filter, ...choices }) => {
    const { of } = await usable(ctx, profileId)
    if (of.isOwned) throw refusalOf(exportProfile, 'owned', { label: { text: of.label } })
    const checked = checkedFilter(of, filter)
    return (await makeFile(ctx, profileId, { dataset: of.code, filter: checked, rows: await of.rows(ctx, checked) }, choices)).blob
  }),
]
