import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { Refusal } from '#model'
import { DESIGNED_KINDS, type Design, type DesignedField, type DesignedKind } from '#model/codegen.ts'
import { assertDesign } from '#server/codegen/design.ts'
import { moduleFiles } from '#server/codegen/module-files.ts'
import { handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { audit } from '#server/records/verbs.ts'
import { downloadModule, previewModule } from '../model/codegen.ts'

const KEYS = ['name', 'label', 'kind', 'isRequired', 'isUnique', 'isSearched', 'isPersonal', 'max', 'choices', 'to']
const wrong = (i: number): Refusal => new Refusal(400, [{ field: `fields.${i}`, rule: 'codegen.field', text: '第 {n} 个字段的写法不对', values: { n: i + 1 } }])
/** Field designs from the request, reduced to known properties. */
function fieldsOf(given: unknown): DesignedField[] {
  if (!Array.isArray(given)) throw wrong(0)
  return given.map((one: unknown, i) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) throw wrong(i)
    const f = one as Record<string, unknown>
    const isText = (v: unknown): v is string => typeof v === 'string' && v.length <= 100
    const isFlag = (v: unknown): boolean => v === undefined || v === null || typeof v === 'boolean'
    const isChoices = (v: unknown): boolean =>
      v === undefined ||
      v === null ||
      (Array.isArray(v) && v.every(c => typeof c === 'object' && c !== null && isText((c as { key: unknown }).key) && isText((c as { label: unknown }).label)))
    const isGood =
      Object.keys(f).every(k => KEYS.includes(k)) &&
      isText(f.name) &&
      isText(f.label) &&
      typeof f.kind === 'string' &&
      Object.hasOwn(DESIGNED_KINDS, f.kind) &&
      [f.isRequired, f.isUnique, f.isSearched, f.isPersonal].every(isFlag) &&
      (f.max === undefined || f.max === null || typeof f.max === 'number') &&
      (f.to === undefined || f.to === null || isText(f.to)) &&
      isChoices(f.choices)
    if (!isGood) throw wrong(i)
    return { ...f, kind: f.kind as DesignedKind } as DesignedField
  })
}
function designOf(input: { code: string; name: string; entity: string; label: string; fields?: unknown }): Design {
  const design = { code: input.code, name: input.name, entity: input.entity, label: input.label, fields: fieldsOf(input.fields) }
  assertDesign(design)
  return design
}
async function zipOf(design: Design): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(moduleFiles(design))) zip.addBuffer(Buffer.from(content), `${design.code}/${path}`)
  zip.end()
  return buffer(zip.outputStream)
}
export default [
  handle(previewModule, async (_ctx, input) => ({ files: Object.entries(moduleFiles(designOf(input))).map(([path, content]) => ({ path, content })) })),
  handle(downloadModule, async (ctx, input) => {
    const design = designOf(input)
    await audit(ctx as unknown as KernelCtx, 'codegen', null, null, { code: design.code, entity: design.entity, fields: design.fields.length })
    return { blob: await zipOf(design), type: 'application/zip', headers: downloadHeaders(`${design.code}.zip`) }
  }),
]
