import { createHash, sign, verify } from 'node:crypto'
import { privateKeyOf, publicKeyOf } from './keys.ts'

export type Params = Readonly<Record<string, string>>
/** `k=v&…`, sorted by key, without empty values and without the named fields. */
export const sortedText = (params: Params, without: readonly string[] = ['sign']): string =>
  Object.keys(params)
    .filter(key => params[key] !== '' && params[key] !== undefined && !without.includes(key))
    .sort()
    .map(key => `${key}=${params[key]}`)
    .join('&')
export const signRsa = (text: string, privateKey: string): string => sign('sha256', Buffer.from(text, 'utf8'), privateKeyOf(privateKey)).toString('base64')
export const isSignedRsa = (text: string, signature: string, publicKey: string): boolean =>
  verify('sha256', Buffer.from(text, 'utf8'), publicKeyOf(publicKey), Buffer.from(signature, 'base64'))
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
/** The fields of a form, as sent: the last of equal names counts. */
export const formOf = (body: Buffer): Record<string, string> => Object.fromEntries(new URLSearchParams(body.toString('utf8')))
export const formText = (params: Params): string => new URLSearchParams(params).toString()
