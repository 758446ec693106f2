import { createHash, hash, randomBytes } from 'node:crypto'

/** Opaque token: 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Hash of a token, as stored. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
/** The same hash as text, for cache keys. */
export const tokenKey = (token: string): string => hash('sha256', token, 'base64url')
/** Format check, so that garbage never reaches the database. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
