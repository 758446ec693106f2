import { randomBytes } from 'node:crypto'

/** 26 random characters, safe in file names. */
export const nanoid = (): string => randomBytes(16).toString('hex').slice(0, 26)
/** Key of a new object; a two-letter prefix spreads the files over folders. */
export function objectKey(tenantId: string): string {
  const name = nanoid()
  return `${tenantId}/${name.slice(0, 2)}/${name}`
}
