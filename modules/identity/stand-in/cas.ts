import type { FastifyInstance } from 'fastify'
import { callOut } from '#server/base/outbound.ts'
import { Once } from './memory.ts'
import { pickPage, type StandInPerson, textPage } from './page.ts'
import { back, cookieIn, type Query, type StandIn } from './stand-in.ts'

const COOKIE = 'standInTgc'
interface Granted {
  person: StandInPerson
  tickets: Array<{ ticket: string; service: string }>
}
const xml = (inner: string): string => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`
const text = (value: string): string => value.replace(/[<>&]/g, c => `&#${c.charCodeAt(0)};`)

/** CAS 3.0: a login page that remembers its session, single-use service tickets, validation, and single sign-out posted to each service. */
export function casStandIn(app: FastifyInstance, of: StandIn): void {
  const granted = new Once<Granted>('TGC-', 28_800)
  const tickets = new Once<{ person: StandInPerson; service: string }>('ST-', 60)
  const issue = (tgc: string, service: string): string => {
    const found = granted.look(tgc) as Granted
    const ticket = tickets.make({ person: found.person, service })
    found.tickets.push({ ticket, service })
    return ticket
  }
  app.get(`${of.prefix}/cas/login`, async (request, reply) => {
    const { service = '', as = '', renew } = request.query as Query
    if (!of.isOurs(service)) return reply.code(400).type('text/html; charset=utf-8').send(textPage('统一身份认证', '未登记的服务 unknown service'))
    const people = await of.people()
    const known = renew ? undefined : cookieIn(request, COOKIE)
    const person = people.find(p => p.id === as)
    const tgc = person ? granted.make({ person, tickets: [] }) : known && granted.look(known) ? known : undefined
    if (tgc) return back(reply.header('set-cookie', `${COOKIE}=${tgc}; Path=${of.prefix}/cas; HttpOnly; SameSite=Lax`), service, { [of.ticketName]: issue(tgc, service) })
    return reply.type('text/html; charset=utf-8').send(pickPage('统一身份认证', people, p => `?${new URLSearchParams({ service, as: p.id })}`))
  })
  app.get(`${of.prefix}/cas/p3/serviceValidate`, async (request, reply) => {
    const { service, ticket = '' } = request.query as Query
    const found = tickets.take(ticket)
    reply.type('application/xml; charset=utf-8')
    if (!found || found.service !== service)
      return xml(`<cas:authenticationFailure code="${found ? 'INVALID_SERVICE' : 'INVALID_TICKET'}">${text(ticket)}</cas:authenticationFailure>`)
    const { id, name } = found.person
    return xml(`<cas:authenticationSuccess><cas:user>${text(id)}</cas:user><cas:attributes><cas:name>${text(name)}</cas:name></cas:attributes></cas:authenticationSuccess>`)
  })
  app.get(`${of.prefix}/cas/logout`, async (request, reply) => {
    const { service = '' } = request.query as Query
    const found = granted.take(cookieIn(request, COOKIE) ?? '')
    await Promise.all((found?.tickets ?? []).map(signOutAt))
    reply.header('set-cookie', `${COOKIE}=; Path=${of.prefix}/cas; Max-Age=0`)
    return of.isOurs(service) ? reply.redirect(service, 303) : reply.type('text/html; charset=utf-8').send(textPage('统一身份认证', '已退出 signed out'))
  })
}
/** Posts the CAS back-channel logout (SAML 2 `LogoutRequest`) to a service. */
async function signOutAt({ ticket, service }: { ticket: string; service: string }): Promise<void> {
  const request = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-${ticket.slice(-8)}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`
  const to = new URL(service)
  await callOut(`${to.origin}${to.pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logoutRequest: request }).toString(),
    trusted: new Set([to.hostname]),
  }).catch(() => undefined)
}
