import { createHash } from 'node:crypto'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { canton } from '../model/canton.ts'
import { areaSelect, type CantonNode, cantonOf, cantonTree, citySelect, provinceSelect } from '../model/canton-actions.ts'
import { type Canton, cantonsByCode } from './cantons.ts'
import { derived } from './common.ts'

type Children = ReadonlyMap<string | null, readonly Canton[]>
/** Codes in force, by parent code. */
const inForce = derived((rows: ReadonlyMap<string, Canton>): Children => {
  const made = new Map<string | null, Canton[]>()
  const ordered = [...rows.values()].filter(c => c.isEnabled).sort((a, b) => a.code.localeCompare(b.code))
  for (const c of ordered) made.set(c.parentCode, [...(made.get(c.parentCode) ?? []), c])
  return made
})
/** The next level. A code without children (710000, cities without districts) returns itself, so that every chain has three levels (BG2). */
const below = (children: Children, self: Canton | undefined): readonly Canton[] => (self ? (children.get(self.code) ?? [self]) : [])
const option = (c: Canton) => ({ id: c.code, value: c.code, label: c.name, code: c.code, name: c.name })

interface Answer {
  tree: CantonNode[]
  json: string
  etag: string
}
const treeAnswer = derived((rows: ReadonlyMap<string, Canton>, day): Answer => {
  const children = inForce(rows, day)
  const node = (c: Canton, depth: number): CantonNode =>
    depth === 3 ? { code: c.code, name: c.name } : { code: c.code, name: c.name, children: below(children, c).map(x => node(x, depth + 1)) }
  const tree = (children.get(null) ?? []).map(c => node(c, 1))
  const json = JSON.stringify(tree)
  return { tree, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
})

export default [
  handle(cantonTree, async ({ db, lang, traceId }) => {
    const { json, etag } = treeAnswer(await db.cached(canton), today())
    const body = `{"code":200,"success":true,"msg":${JSON.stringify(translate(lang, '成功'))},"data":${json},"traceId":${JSON.stringify(traceId)}}`
    // serialised once per edition: 3,300 nodes, the same bytes for everybody
    return { blob: Buffer.from(body), type: 'application/json; charset=utf-8', headers: { etag, 'cache-control': 'private, no-cache' } }
  }),
  handle(provinceSelect, async ({ db }) => (inForce(await db.cached(canton), today()).get(null) ?? []).map(option)),
  handle(citySelect, async ({ db }, { province }) => {
    const self = province ? (await cantonsByCode(db)).get(province) : undefined
    return below(inForce(await db.cached(canton), today()), self).map(option)
  }),
  handle(areaSelect, async ({ db }, { city }) => {
    const self = city ? (await cantonsByCode(db)).get(city) : undefined
    return below(inForce(await db.cached(canton), today()), self).map(option)
  }),
  handle(cantonOf, async ({ db }, { code }) => {
    const all = await cantonsByCode(db)
    const found = all.get(code)
    const next = found?.replacedBy ? all.get(found.replacedBy) : undefined
    return {
      code,
      isKnown: Boolean(found),
      fullName: found?.fullName ?? null,
      validTo: found?.validTo ?? null,
      successorCode: next?.code ?? null,
      successorName: next?.fullName ?? null,
    }
  }),
]
