import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import { ZipFile } from 'yazl'

export interface RawSheet {
  name?: string
  hidden?: boolean
  /** Content of `<worksheet>`. */
  xml: string
}
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** Zip archive of these parts. */
export async function zipped(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}
/** Files of an archive, by name. */
export const unzipped = (archive: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((done, fail) =>
    fromBuffer(archive, { lazyEntries: true }, (fault, zip) => {
      if (fault) return fail(fault)
      const files = new Map<string, Buffer>()
      zip.on('entry', entry =>
        zip.openReadStream(entry, (error, content) => {
          if (error) return fail(error)
          buffer(content).then(read => {
            files.set(entry.fileName, read)
            zip.readEntry()
          }, fail)
        }),
      )
      zip.on('end', () => done(files))
      zip.on('error', fail)
      zip.readEntry()
    }),
  )
/** An .xlsx with shared strings, styles and several sheets, as other programs write it. */
export function rawWorkbook(
  sheets: readonly RawSheet[],
  more: { strings?: string; styles?: string; workbookPr?: string; parts?: Record<string, string | Buffer> } = {},
): Promise<Buffer> {
  const list = sheets.map((s, i) => `<sheet name="${s.name ?? `Sheet${i + 1}`}" sheetId="${i + 1}"${s.hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`).join('')
  const relations = sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')
  return zipped({
    'xl/workbook.xml': `<workbook ${MAIN}>${more.workbookPr ?? ''}<sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
    ...(more.strings ? { 'xl/sharedStrings.xml': `<sst ${MAIN}>${more.strings}</sst>` } : {}),
    ...(more.styles ? { 'xl/styles.xml': `<styleSheet ${MAIN}>${more.styles}</styleSheet>` } : {}),
    ...Object.fromEntries(sheets.map((s, i) => [`xl/worksheets/sheet${i + 1}.xml`, `<worksheet ${MAIN}>${s.xml}</worksheet>`])),
    ...more.parts,
  })
}
/** `<sheetData>` with inline strings. */
export const textRows = (rows: ReadonlyArray<readonly string[]>): string =>
  `<sheetData>${rows.map((row, i) => `<row r="${i + 1}">${row.map((text, c) => `<c r="${String.fromCharCode(65 + c)}${i + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`).join('')}</sheetData>`
