import { createHash } from 'node:crypto'
import { newToken } from '#server/identity/tokens.ts'

/** Of the key of a link only this is kept. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
/** A link to one row: the path that leaves with the text, and what stays. */
export function newLink(page: string, school: string): { path: string; tokenHash: string } {
  const key = newToken()
  return { path: `/family/${page}?tenantId=${school}&key=${key}`, tokenHash: hashOf(key) }
}
