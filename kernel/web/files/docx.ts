import mammoth from 'mammoth'
import { sanitiseDocument } from '#model/rich.ts'

/** A Word document as plain HTML. Loaded with the first document that is looked at. */
export async function documentHtml(content: Parameters<typeof mammoth.convertToHtml>[0]): Promise<string> {
  const { value } = await mammoth.convertToHtml(content, { externalFileAccess: false })
  return sanitiseDocument(value)
}
