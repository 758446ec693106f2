import { createHash, hash, randomBytes } from 'node:crypto'

/** 256 random bits, URL-safe: nothing about the holder can be read from it. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** What is stored instead of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
/** The same as text, for keys in memory. */
export const tokenKey = (token: string): string => hash('sha256', token, 'base64url')
/** Whether a text can be a token at all; anything else never reaches the database. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
