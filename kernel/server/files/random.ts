import { randomBytes } from 'node:crypto'

/** 26 unguessable characters, fit for a file name. */
export const nanoid = (): string => randomBytes(16).toString('hex').slice(0, 26)
/** Key of a new object: two letters spread the files over folders. */
export function objectKey(tenantId: string): string {
  const name = nanoid()
  return `${tenantId}/${name.slice(0, 2)}/${name}`
}
