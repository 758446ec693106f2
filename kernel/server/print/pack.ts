import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** What names of files cannot have. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu
/** Documents as files of an archive, named by number and holder: numbers are unique, so names are. */
export function packed(files: ReadonlyArray<{ issueNo: string; holder: string; pdf: Uint8Array }>): Promise<Buffer> {
  const archive = new ZipFile()
  // a PDF is compressed already
  for (const { issueNo, holder, pdf } of files) archive.addBuffer(Buffer.from(pdf), `${issueNo} ${holder}.pdf`.replace(FORBIDDEN, ''), { compress: false })
  archive.end()
  return buffer(archive.outputStream)
}
