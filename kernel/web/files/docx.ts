import mammoth from 'mammoth'
import { sanitiseDocument } from '#model/rich.ts'

/** Converts a Word document to HTML. The converter is loaded with the first document. */
export async function documentHtml(content: Parameters<typeof mammoth.convertToHtml>[0]): Promise<string> {
  const { value } = await mammoth.convertToHtml(content, { externalFileAccess: false })
  return sanitiseDocument(value)
}
