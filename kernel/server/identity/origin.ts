import type { FastifyRequest } from 'fastify'
import { trim } from '#model'

export type Terminal = 'pc' | 'mobile' | 'wecom'
/** Where a call comes from. */
export interface Origin {
  ip: string
  device: string
  terminal: Terminal
  /** Cookies the browser sent. */
  cookies: Readonly<Record<string, string>>
  /** The browser came by https. */
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
/** Full-width letters, spaces around and control characters are the keyboard's, not the person's; what is longer than any name is cut off. */
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
