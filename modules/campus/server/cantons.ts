import type { Sql } from 'sql-template-tag'
import type { Entity, Row } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import type { Grouping } from '#server/statistics/groupings.ts'
import { CANTON_LEVELS, canton } from '../model/canton.ts'
import { campus } from '../model/places.ts'
import { type CantonLevel, levelOf } from '../model/regions.ts'
import { asWritten, derived, fail, type Patch } from './common.ts'

export type Canton = Row<typeof canton>
/** All region codes of the school by code, including abolished ones. */
const byCode = derived((rows: ReadonlyMap<string, Canton>) => new Map([...rows.values()].map(row => [row.code, row])))
export const cantonsByCode = async (db: Db): Promise<ReadonlyMap<string, Canton>> => byCode(await db.cached(canton), today())
/** By a region, labelled with its own name: a province, or a county without what it lies in. */
export const cantonGroup = (column: Sql, options: Pick<Grouping, 'isPersonal' | 'most'> = {}): Grouping => ({
  key: column,
  async labels(db) {
    const all = await cantonsByCode(db)
    return key => all.get(key)?.name ?? key
  },
  isOrdered: false,
  ...options,
})

/** Provincial-level cities: the whole is one city. */
const MUNICIPALITIES = ['11', '12', '31', '50']
/** What all codes of one city begin with. */
export const cityOf = (code: string): string => code.slice(0, MUNICIPALITIES.includes(code.slice(0, 2)) ? 2 : 4)
/** Whether a region lies in another city than every campus; false while no campus names its region. */
export async function isOutsideCity(db: Db, code: string): Promise<boolean> {
  const own = [...(await db.cached(campus)).values()].flatMap(c => (c.isEnabled && c.cantonCode ? [cityOf(c.cantonCode)] : []))
  return own.length > 0 && !own.includes(cityOf(code))
}
export async function refuseUnknownCanton(db: Db, of: Entity, key: string, code: string): Promise<void> {
  if (!(await cantonsByCode(db)).has(code)) fail(of, key, { code }, 'cantonCode')
}
/** Search text by pinyin: 朝阳区 is `chaoyangqu cyq`. The dictionary is large and loaded on first use. */
export async function pinyinReader(): Promise<(name: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  return name => {
    const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true })
    return `${syllables.join('')} ${syllables.map(s => s[0] ?? '').join('')}`
  }
}
const ABOVE: Record<CantonLevel, CantonLevel | null> = { province: null, city: 'province', area: 'city' }

async function check({ db }: Ctx, patch: Patch<typeof canton>, before?: Canton): Promise<void> {
  const row = asWritten<typeof canton>(before, patch)
  const all = await cantonsByCode(db)
  const level = row.level ?? levelOf(row.code ?? '')
  const parent = row.parentCode ? all.get(row.parentCode) : undefined
  if (row.parentCode && !parent) fail(canton, 'parentUnknown', { parentCode: row.parentCode }, 'parentCode')
  if ((parent?.level ?? null) !== ABOVE[level]) fail(canton, 'parentLevel', { label: CANTON_LEVELS[level], parentCode: row.parentCode ?? '' }, 'parentCode')
  if (row.replacedBy && !all.has(row.replacedBy)) fail(canton, 'successorUnknown', { replacedBy: row.replacedBy }, 'replacedBy')
  if (row.replacedBy && row.replacedBy === row.code) fail(canton, 'successorSelf', {}, 'replacedBy')
  if (row.validFrom && row.validTo && row.validTo < row.validFrom) fail(canton, 'spanReversed', { validFrom: row.validFrom, validTo: row.validTo }, 'validTo')
  patch.fullName = `${parent ? (parent.fullName ?? parent.name) : ''}${row.name}`
  patch.pinyin = (await pinyinReader())(row.name ?? '')
  // an abolished code disappears from selections (BG1)
  if (patch.validTo && patch.validTo <= today()) patch.isEnabled = false
}
export default rules(canton, {
  add: (ctx, draft) => check(ctx, draft),
  update: (ctx, row, patch) => check(ctx, patch, row),
  async remove({ db }, row) {
    const count = [...(await db.cached(canton)).values()].filter(c => c.parentCode === row.code).length
    if (count) fail(canton, 'hasChildren', { count })
  },
})
