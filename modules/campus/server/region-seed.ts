import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Db, seed } from '#server/context.ts'
import { canton } from '../model/canton.ts'
import { completeRegions, levelOf, parentOf } from '../model/regions.ts'
import { pinyinReader } from './cantons.ts'
import { HISTORIC } from './seed-historic.ts'

/** The ministry's code book from the package `lcn`. */
export const codeBook = (): Array<{ code: string; name: string }> =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('lcn/data/data.json'), 'utf8')) as Array<{ code: string; name: string }>

type Draft = {
  code: string
  name: string
  level: 'province' | 'city' | 'area'
  parentCode: string | null
  fullName: string
  validTo: string | null
  replacedBy: string | null
  isEnabled: boolean
  pinyin: string
}
let kept: Promise<readonly Draft[]> | undefined
/** Initial regions of a new school: the current edition and well-known abolished codes. Computed once per process. */
export function regions(): Promise<readonly Draft[]> {
  kept ??= prepared()
  return kept
}
async function prepared(): Promise<readonly Draft[]> {
  const read = await pinyinReader()
  const current = completeRegions(codeBook())
  const full = new Map(current.map(r => [r.code, r.fullName]))
  for (const h of HISTORIC) full.set(h.code, `${full.get(parentOf(h.code) ?? '') ?? ''}${h.name}`)
  return [
    ...current.map(r => ({ ...r, pinyin: read(r.name), validTo: null, replacedBy: null, isEnabled: true })),
    ...HISTORIC.map(h => ({ ...h, pinyin: read(h.name), level: levelOf(h.code), parentCode: parentOf(h.code), fullName: full.get(h.code) ?? h.name, isEnabled: false })),
  ]
}
/** Regions are stored per school like all other rows, so that the data gate, filters and history apply unchanged and each school imports new editions at its own time. Existing
 *  regions are kept. */
export default seed('campus.regions', async (db: Db) => {
  if (!(await db.cached(canton)).size) await db.insertMany(canton, await regions())
})
