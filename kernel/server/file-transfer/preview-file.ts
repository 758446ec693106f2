import type { Db } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import type { Attachment } from '../files/attachments.ts'
import { noPreview } from '../files/kinds.ts'
import { isPicture } from '../files/pictures.ts'
import type { FileStore } from '../files/store.ts'
import { makeTicket, TICKET_KEY } from '../files/tickets.ts'
import { isPrinted, printedOf } from './office.ts'
import { apart, markOf } from './preview.ts'
import type { PreviewOrder, SheetPreview } from './preview-worker.ts'

/** How a browser previews a file. `link` is valid for a minute; the access is audited here and not again when the link is opened. */
interface FilePreview {
  name: string
  kind: 'picture' | 'pdf' | 'sheets' | 'document' | 'none'
  size: number
  link: string
  /** Watermark drawn over a sensitive file; a PDF has it embedded. */
  mark: string | null
  sheets?: SheetPreview[]
}
/** Preview of a file; the caller has checked access. */
export async function previewFile({ core, me, db }: KernelCtx, store: FileStore, file: Attachment): Promise<FilePreview> {
  const ticket = makeTicket(core.key(TICKET_KEY), { tenantId: me.tenantId, userId: me.userId, fileId: file.id })
  const shown: FilePreview = {
    name: file.name,
    kind: kindOf(file.ext),
    size: file.size,
    link: `/api/flySource-oss/oss/endpoint/link-file?fileId=${file.id}&ticket=${ticket}`,
    mark: file.sensitivity === 'S2' ? markOf(me.accountNo) : null,
  }
  if (isPrinted(file.ext) && (await isPrintedNow(core, db, store, file))) return { ...shown, kind: 'pdf', link: `${shown.link}&as=pdf` }
  if (shown.kind !== 'sheets' && shown.kind !== 'document') return shown
  const { path, release } = await store.local(db, file)
  try {
    const order: PreviewOrder = { kind: shown.kind === 'sheets' ? 'sheets' : 'measure', path, name: file.name }
    const made = await apart<SheetPreview[] | true>(order)
    return made === true ? shown : { ...shown, sheets: made }
  } catch (error) {
    core.log.warn({ err: error, fileId: file.id }, 'a file could not be previewed')
    throw noPreview()
  } finally {
    await release()
  }
}
/** Whether LibreOffice can convert the file now; if not, the preview falls back to the one without it. */
const isPrintedNow = (core: Core, db: Db, store: FileStore, file: Attachment): Promise<boolean> =>
  printedOf(db, store, file).then(
    () => true,
    (error: unknown) => {
      core.log.warn({ err: error, fileId: file.id }, 'an office document could not be printed')
      return false
    },
  )
function kindOf(ext: string): FilePreview['kind'] {
  if (isPicture(ext) || ext === 'bmp') return 'picture'
  if (ext === 'pdf') return 'pdf'
  if (ext === 'xlsx') return 'sheets'
  return ext === 'docx' ? 'document' : 'none'
}
