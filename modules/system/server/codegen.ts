import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Design } from '#model/codegen.ts'
import { assertDesign } from '#server/codegen/design.ts'
import { moduleFiles } from '#server/codegen/module-files.ts'
import { handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { audit } from '#server/records/verbs.ts'
import { downloadModule, previewModule } from '../model/codegen.ts'

function designOf(design: Design): Design {
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
