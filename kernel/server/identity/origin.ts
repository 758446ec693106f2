import type { FastifyRequest } from 'fastify'
import { trim } from '#model'

export type Terminal = 'pc' | 'mobile' | 'wecom'
/** Origin of a request. */
export interface Origin {
  ip: string
  device: string
  terminal: Terminal
  /** Request cookies. */
  cookies: Readonly<Record<string, string>>
  /** The browser used HTTPS. */
  isSecure: boolean
}
export function originOf(request: FastifyRequest): Origin {
  const device = String(request.headers['user-agent'] ?? '').slice(0, 200)
  const isWecom = /wxwork/i.test(device)
  const terminal = isWecom ? 'wecom' : /Mobile|Android|iPhone|HarmonyOS/i.test(device) ? 'mobile' : 'pc'
  return { ip: request.ip, device, terminal, cookies: cookiesOf(request.headers.cookie), isSecure: request.protocol === 'https' }
}
const cookiesOf = (header: string | undefined): Record<string, string> =>
  Object.fromEntries((header ?? '').split(/;\s*/).flatMap(part => (part.includes('=') ? [[part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]] : [])))
/** Normalises a typed user name: full-width characters, surrounding spaces, control characters; truncated to a maximum length. */
export const normalName = (given: string): string =>
  [
    ...trim(
      given
        .slice(0, 200)
        .normalize('NFKC')
        .replace(/\p{Cc}/gu, ''),
    ),
  ]
    .slice(0, 64)
    .join('')
