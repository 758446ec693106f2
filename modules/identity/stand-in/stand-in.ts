import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { openScope } from '#server/http/route.ts'
import { casStandIn } from './cas.ts'
import { oidcStandIn } from './oidc.ts'
import type { StandInPerson } from './page.ts'
import { portalStandIn } from './portal.ts'
import { wecomStandIn } from './wecom.ts'

export type Query = Record<string, string | undefined>
export interface StandInOptions {
  /** Path prefix. */
  prefix: string
  /** Addresses of the product, the primary one first; the only allowed redirect targets. */
  sites: () => readonly string[]
  /** Client secret and WeCom secret. */
  secret: string
  schoolCode: string
  people: () => Promise<readonly StandInPerson[]>
  /** Query parameter of the CAS ticket: `tgc` as in the customer's pages, or CAS's own `ticket`. */
  ticketName?: 'tgc' | 'ticket'
}
export interface StandIn extends Required<StandInOptions> {
  address: () => string
  clientId: string
  corpId: string
  agentId: string
  keys: { kid: string; privateKey: CryptoKey; publicJwk: JWK }
  isOurs: (address: string) => boolean
}
/** Stand-ins for the school's other systems: CAS 3.0, OpenID Connect, a portal with signed tokens, WeCom. They need no password, so they run only in demos and tests. */
export async function standIn(app: FastifyInstance, options: StandInOptions): Promise<StandIn> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = 'stand-in'
  const of: StandIn = {
    ticketName: 'tgc',
    ...options,
    clientId: 'qinglan',
    corpId: 'wwstandin',
    agentId: '1000002',
    keys: { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } },
    address: () => options.sites()[0] ?? '',
    isOurs: address => URL.canParse(address) && options.sites().includes(new URL(address).origin),
  }
  app.register(async scope => {
    openScope(scope, 'plays other systems of the school, in the demo alone')
    casStandIn(scope, of)
    oidcStandIn(scope, of)
    portalStandIn(scope, of)
    wecomStandIn(scope, of)
  })
  return of
}
/** Redirects back with these parameters. */
export function back(reply: FastifyReply, to: string, query: Readonly<Record<string, string>>): FastifyReply {
  const url = new URL(to)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return reply.redirect(url.href, 303)
}
export const cookieIn = (request: FastifyRequest, name: string): string | undefined =>
  (request.headers.cookie ?? '')
    .split(/;\s*/)
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
