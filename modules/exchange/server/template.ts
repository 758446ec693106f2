import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { readTemplate } from '../model/actions.ts'
import { MOST_COLUMNS, type ProfileColumn } from '../model/columns.ts'
import { exportProfile } from '../model/profile.ts'
import { type Dataset, datasetNamed } from './datasets.ts'
import { READABLE, readTable } from './read-table.ts'

/** Titles below their groups. Merged headers hold their text in the first cell only: it holds until the next one, and downwards where nothing stands below. */
export function titlesOf(rows: readonly string[][], headerRows: number): Array<{ title: string; groups: string[] }> {
  const width = Math.max(0, ...rows.slice(0, headerRows).map(row => row.length))
  const above = Array.from<string>({ length: headerRows }).fill('')
  return Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => {
    const own = Array.from({ length: headerRows }, (_, level) => rows[level]?.[at]?.replace(/[\r\n*]+/g, '').trim() ?? '')
    const last = own.at(-1) ?? ''
    for (const [level, text] of own.slice(0, -1).entries()) if (text) above[level] = text
    const groups = last ? above.slice(0, -1).filter(Boolean) : []
    return { title: last || (own.findLast(Boolean) ?? ''), groups }
  }).filter(t => t.title)
}
const bare = (text: string): string => text.replace(/[\s（()）:：*]/g, '').toLowerCase()
/** The field that a title is probably called by, so that little is left to map. */
function guessed({ title, groups }: { title: string; groups: string[] }, of: Dataset): ProfileColumn {
  const found = (
    [
      ['field', of.fields],
      ['result', of.result ?? {}],
    ] as const
  ).flatMap(([source, fields]) => Object.entries(fields).flatMap(([field, { label }]) => (bare(label) === bare(title) ? [{ source, field }] : [])))[0]
  return { title, ...(groups.length ? { groups } : {}), ...(found ?? { source: 'empty' as const }) }
}
export const columnsOfFile = (db: Db, of: Dataset, given: { fileId: string; headerRows: number; charset?: 'utf8' | 'gbk' | null }): Promise<ProfileColumn[]> =>
  withUpload(db, given.fileId, READABLE, async ({ path, name }) => {
    const rows = await readTable(path, name, { charset: given.charset ?? 'utf8', delimiter: null }, given.headerRows + 1)
    const titles = titlesOf(rows, given.headerRows)
    if (!titles.length) throw refusalOf(exportProfile, 'noTitles', { n: given.headerRows }, 'headerRows')
    return titles.map(title => guessed(title, of))
  })
export default handle(readTemplate, async ({ db }, given) => ({ columns: await columnsOfFile(db, datasetNamed(db, given.dataset), given) }))
